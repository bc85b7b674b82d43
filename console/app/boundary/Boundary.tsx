import { Component, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { ErrorLogContext } from '../errors/ErrorLogContext.ts';
import { forgetFailedLoads } from '../../kit/lazyPage.ts';
import { asError, isAbort } from './classify.ts';

export interface FallbackProps {
  error: Error;
  /** How often the boundary was reset. */
  recoveries: number;
  reset: () => void;
}
interface BoundaryProps {
  /** The component name in the error log. */
  name: string;
  children: ReactNode;
  fallback: (props: FallbackProps) => ReactNode;
  /** An error it does not handle is rethrown to the surrounding boundary. */
  handles?: (error: Error, recoveries: number) => boolean;
  onCaught?: (error: Error) => void;
}
interface BoundaryState {
  error: Error | null;
  recoveries: number;
}

/** Catches errors of its children, logs them and draws the fallback until it is reset. An aborted request is not an error. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  static override contextType = ErrorLogContext;
  declare context: ContextType<typeof ErrorLogContext>;
  override state: BoundaryState = { error: null, recoveries: 0 };

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return { error: isAbort(thrown) ? null : asError(thrown) };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo) {
    forgetFailedLoads();
    if (isAbort(thrown)) return;
    this.context?.note(thrown, { component: this.props.name, componentStack: componentStack ?? '' });
    this.props.onCaught?.(asError(thrown));
  }

  reset = () => this.setState(({ recoveries }) => ({ error: null, recoveries: recoveries + 1 }));

  override render() {
    const { error, recoveries } = this.state;
    const { children, fallback, handles } = this.props;
    if (error === null) return children;
    if (handles?.(error, recoveries) === false) throw error;
    return fallback({ error, recoveries, reset: this.reset });
  }
}
