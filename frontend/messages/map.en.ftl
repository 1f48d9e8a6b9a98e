### Texts of the map, loaded with it.

map-zoom-in = Zoom in
map-zoom-out = Zoom out
map-show-all = Show all
map-keys = Map. Arrow keys move it, plus and minus zoom, 0 shows all.
map-keys-box = Map. Arrow keys move it, plus and minus zoom, 0 shows the box. Shift and an arrow key move the box; with the control key too, its north-east corner.
map-draw = Draw a box
map-draw-now = Drag over the map
map-take-view = Box from the view
map-credit = Map: Natural Earth. Names: GeoNames
map-no-base = The base map could not be loaded. Events are shown where they are.
