"""How the shapes of questions are told apart: alternatives of words, English and Chinese."""

from __future__ import annotations

ASKS_YES_NO = "|".join(
    (
        r"^\W*(?:is|are|was|were|does|do|did|will|has|have|can)(?![a-z])",
        r"是否",
        r"有没有",
        r"吗",
        r"会不会",
        r"是不是",
    )
)

WHEN = "|".join(
    (
        r"(?<![a-z])(?:when|(?:at\s+)?what\s+time|which\s+(?:hour|day|time))(?![a-z])",
        r"how\s+many\s+hours",
        r"何时",
        r"什么时[候间]",
        r"几点",
        r"哪(?:一个|一|个)?(?:天|日|时次|时刻)",
        r"多少(?:个)?小时后",
        r"几(?:个)?小时后",
    )
)

WHERE = "|".join(
    (
        r"(?<![a-z])where(?=\s+(?:is|was|were|did|does|do|are|exactly|in)\b)",
        r"which\s+(?:grid\s+)?(?:cell|point|sub|state|province|country|location|part|admin)",
        r"latitude\s+and\s+longitude",
        r"coordinates\s+of",
        r"哪里",
        r"何处",
        r"什么(?:位置|地方)",
        r"哪个(?:格点|省|州|国家|位置)",
        r"哪一(?:点|处|省|州)",
        r"在哪",
    )
)

AREA = "|".join(
    (
        r"(?:what|how\s+(?:large|big|much))[\w\s]{0,12}(?:an?\s+)?area",
        r"how\s+many\s+(?:grid\s+)?(?:cells|points|square|km)",
        r"area\s+(?:where|with|over\s+which|above|below)",
        r"(?:fraction|share|percentage|proportion)\s+of",
        r"what\s+percent",
        r"cover\w*\s+(?:more|less|at\s+least|over)",
        r"面积",
        r"多少(?:个)?格点",
        r"比例",
        r"百分之",
        r"占比",
    )
)

WHICH = "|".join(
    (
        r"(?<![a-z])which(?:\s+of)?(?![a-z])",
        r"(?<![a-z])who\s+had",
        r"哪个",
        r"哪一个",
        r"哪里更",
        r"谁",
    )
)

DIFFERENCE = "|".join(
    (
        r"differen\w+",
        r"(?<![a-z])minus(?![a-z])",
        r"how\s+much\s+\w+er",
        r"exceed\s+that",
        r"(?:high|low|warm|cold|cool|hott|strong|weak|wett|dri|larg|small|great)er\s+(?:in|over|at|than)",
        r"之差",
        r"相差",
        r"差值",
        r"差异",
        r"差多少",
        r"高多少",
        r"低多少",
        r"比.*(?:高|低|大|小|强|弱|热|冷)",
    )
)

CHANGE = "|".join(
    (
        r"(?<![a-z])chang\w*",
        r"how\s+much\s+did",
        r"变化",
        r"变了",
        r"变温",
        r"升了多少",
        r"降了多少",
        r"上升了?多少",
        r"下降了?多少",
        r"\d\s*-?\s*h(?:our)?\s+(?:rise|fall|drop|tendency)",
    )
)

DISTANCE = "|".join(
    (
        r"how\s+far",
        r"(?<![a-z])distance",
        r"degrees?\s+apart",
        r"km\s+apart",
        r"多远",
        r"距离",
        r"相距",
        r"移动了?多少",
    )
)

ANOMALY = "|".join(
    (
        r"standardi[sz]ed\s+anomal",
        r"z[\s-]?score",
        r"sigma",
        r"anomal",
        r"climatolog",
        r"标准化距平",
        r"距平",
        r"气候态",
        r"气候平均",
        r"percentile\s+of\s+the\s+climat",
    )
)

EVENT_SET = "|".join(
    (
        r"which\s+(?:types?|kinds?)?\s*(?:of\s+)?(?:events?|extreme\s+weather|hazards?)",
        r"event\s+types",
        r"哪些(?:事件|灾害|极端天气|天气事件)",
        r"什么(?:灾害|极端天气|天气事件)",
    )
)

GRADE = "|".join(
    (
        r"grade",
        r"severity",
        r"how\s+severe",
        r"什么等级",
        r"等级",
        r"级别",
        r"几级",
    )
)

RUN = "|".join(
    (
        r"(?:longest|maximum)\s+(?:run|spell|stretch|streak)",
        r"consecutive\s+days",
        r"days?\s+in\s+a\s+row",
        r"最长(?:连续)?",
        r"连续(?:多少|几)?(?:天|日)",
    )
)
