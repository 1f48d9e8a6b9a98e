import { Component, type ReactNode } from "react";

/** Where a map cannot be loaded or drawn, the rest of its page goes on. */
export class MapFailure extends Component<{ instead: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
