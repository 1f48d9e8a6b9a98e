import { buffer, containsExtent, type Extent, getForViewAndSize } from "ol/extent.js";
import type OpenLayersMap from "ol/Map.js";
import ViewHint from "ol/ViewHint.js";

/** How much wider and higher than the view the pictures of layers are. */
export const IMAGE_RATIO = 2;
/** The share of its margin that a picture may have left before it is drawn again. */
const LEFT = 0.1;

/**
 * Draws the pictures of layers again before a moving view leaves them: without this, OpenLayers shows
 * nothing beyond their edge until the hand rests.
 */
export function keepImagesWide(map: OpenLayersMap) {
  let drawn: Extent | null = null;
  map.on("precompose", ({ frameState }) => {
    if (!frameState?.extent) return;
    const { viewHints, viewState, size, extent } = frameState;
    const isMoving = viewHints[ViewHint.ANIMATING] || viewHints[ViewHint.INTERACTING];
    const margin = ((IMAGE_RATIO - 1) / 2) * Math.min(...size) * viewState.resolution * LEFT;
    if (isMoving && drawn && containsExtent(drawn, buffer(extent, margin))) return;
    viewHints[ViewHint.ANIMATING] = 0;
    viewHints[ViewHint.INTERACTING] = 0;
    const wide = size.map((length) => length * IMAGE_RATIO);
    drawn = getForViewAndSize(viewState.center, viewState.resolution, 0, wide);
  });
}
