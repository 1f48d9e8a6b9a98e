import { Component, type ReactNode } from "react";

/** Where a part of a page cannot be loaded or drawn, the rest of the page goes on. */
export class ErrorBoundary extends Component<{ instead?: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
