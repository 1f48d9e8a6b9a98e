### 地图的文本，随地图加载。

map-zoom-in = 放大
map-zoom-out = 缩小
map-show-all = 显示全部
map-keys = 地图。方向键移动，加减键缩放，0 显示全部。
map-keys-box = 地图。方向键移动，加减键缩放，0 显示选框。Shift 加方向键移动选框，再按住 Ctrl 则移动其东北角。
map-draw = 画选框
map-draw-now = 在地图上拖动
map-take-view = 取当前视图
map-credit = 底图：Natural Earth，地名：GeoNames
map-no-base = 底图加载失败，天气事件仍按实际位置显示。
