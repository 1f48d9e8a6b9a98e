import { buffer, containsExtent, type Extent, getForViewAndSize } from "ol/extent.js";
import type OpenLayersMap from "ol/Map.js";
import ViewHint from "ol/ViewHint.js";

/** How much wider and higher than the view the pictures of layers are. */
export const IMAGE_RATIO = 2;
/** The share of its margin that a picture may have left before it is drawn again. */
const LEFT = 0.1;
/** How much larger or smaller than drawn a picture may be shown. */
const SCALED = 1.7;

/**
 * Draws the pictures of layers again before a moving view leaves them or they are blurred: without
 * this, OpenLayers waits until the hand rests, and shows nothing beyond their edge.
 */
export function keepImagesWide(map: OpenLayersMap) {
  let moving: number[] | null = null;
  let drawn: { extent: Extent; resolution: number } | null = null;
  map.on("precompose", ({ frameState }) => {
    if (!frameState?.extent) return;
    const { viewHints, viewState, size, extent } = frameState;
    const isMoving = viewHints[ViewHint.ANIMATING] || viewHints[ViewHint.INTERACTING];
    const margin = ((IMAGE_RATIO - 1) / 2) * Math.min(...size) * viewState.resolution * LEFT;
    const { center, resolution } = viewState;
    if (isMoving && drawn) {
      const scale = Math.max(resolution / drawn.resolution, drawn.resolution / resolution);
      if (scale < SCALED && containsExtent(drawn.extent, buffer(extent, margin))) return;
    }
    // The layers of this frame take the view for one that rests; the map itself must not.
    moving = [...viewHints];
    viewHints[ViewHint.ANIMATING] = 0;
    viewHints[ViewHint.INTERACTING] = 0;
    const wide = size.map((length) => length * IMAGE_RATIO);
    drawn = { extent: getForViewAndSize(center, resolution, 0, wide), resolution };
  });
  map.on("postcompose", ({ frameState }) => {
    if (moving) frameState?.viewHints.splice(0, moving.length, ...moving);
    moving = null;
  });
}
