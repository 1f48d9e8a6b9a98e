### Texts of the map, loaded with it.

map-zoom-in = 放大
map-zoom-out = 缩小
map-show-all = 显示全部
map-keys = 地图。方向键移动，加减键缩放，0 显示全部。
map-credit = Natural Earth，GeoNames
map-no-base = 底图加载失败，天气事件仍按实际位置显示。
