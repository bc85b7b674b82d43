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
  /** The children gave up on purpose, so nothing stands in their place. */
  aborted: boolean;
  recoveries: number;
}

/**
 * Catches errors of its children, logs them and draws the fallback until it is reset.
 * An aborted request is not an error: the children are drawn once more, and after a second abort in a row nothing
 * is drawn, because an error that is thrown again would take the shell around this boundary down.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  static override contextType = ErrorLogContext;
  declare context: ContextType<typeof ErrorLogContext>;
  override state: BoundaryState = { error: null, aborted: false, recoveries: 0 };
  isSecondTry = false;

  static getDerivedStateFromError(thrown: unknown): Partial<BoundaryState> {
    return isAbort(thrown) ? { error: null, aborted: true } : { error: asError(thrown), aborted: false };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo) {
    forgetFailedLoads();
    if (isAbort(thrown)) {
      if (!this.isSecondTry) this.setState({ aborted: false });
      this.isSecondTry = true;
      return;
    }
    this.context?.note(thrown, {
      component: this.props.name,
      context: 'render',
      componentStack: componentStack ?? '',
    });
    this.props.onCaught?.(asError(thrown));
  }

  override componentDidUpdate() {
    if (!this.state.aborted) this.isSecondTry = false;
  }

  reset = () =>
    this.setState(({ recoveries }) => ({ error: null, aborted: false, recoveries: recoveries + 1 }));

  override render() {
    const { error, aborted, recoveries } = this.state;
    const { children, fallback, handles } = this.props;
    if (aborted) return null;
    if (error === null) return children;
    if (handles?.(error, recoveries) === false) throw error;
    return fallback({ error, recoveries, reset: this.reset });
  }
}
