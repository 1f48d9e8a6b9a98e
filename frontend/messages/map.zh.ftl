### 地图的文本，随地图加载。

map-zoom-in = 放大
map-zoom-out = 缩小
map-show-all = 显示全部
map-keys = 地图。方向键移动，加减键缩放，0 显示全部。
map-credit = 底图：Natural Earth，地名：GeoNames
map-no-base = 底图加载失败，天气事件仍按实际位置显示。
