export { ActButton, Button } from "./components/Button";
export { Dialog } from "./components/Dialog";
export { Bones, Empty, Loading, Notice, ProblemNotice } from "./components/Feedback";
export { Field } from "./components/Field";
export {
  classified,
  DiagnosisMark,
  EventMark,
  Mark,
  StatusMark,
  unnamed,
  VerdictMark,
  VersionMark,
} from "./components/Mark";
export { type Choice, Menu } from "./components/Menu";
export { Table } from "./components/Table";
export { Ago, local, span, Time, useNow, utc, zoneName } from "./components/Time";
export { say, sayProblem, Toasts } from "./components/toasts";
export { EVENTS } from "./events";
export { Icon, type IconName } from "./icons";
