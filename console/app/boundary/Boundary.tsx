import { Component, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { ErrorLogContext } from '../errors/ErrorLogContext.ts';
import { forgetFailedLoads } from '../../kit/fresh.ts';
import { asError, isAbort } from './classify.ts';

export interface Shown {
  error: Error;
  /** How often it was tried again. */
  recoveries: number;
  reset: () => void;
}
interface BoundaryProps {
  /** Under which the log names it. */
  name: string;
  children: ReactNode;
  fallback: (shown: Shown) => ReactNode;
  /** What it does not take goes on to the boundary around it. */
  takes?: (error: Error, recoveries: number) => boolean;
  caught?: (error: Error) => void;
}
interface BoundaryState {
  error: Error | null;
  /** The children gave up on purpose, so nothing stands in their place. */
  aborted: boolean;
  recoveries: number;
}

/**
 * Catches what its children throw, notes it, and draws something else until it is reset.
 * An abort is no crash: the children are drawn once more, and after a second abort in a row nothing is drawn,
 * because an error that is thrown again would take the shell around this boundary down.
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
    this.context?.note(thrown, { component: this.props.name, componentStack: componentStack ?? '' });
    this.props.caught?.(asError(thrown));
  }

  override componentDidUpdate() {
    if (!this.state.aborted) this.isSecondTry = false;
  }

  reset = () =>
    this.setState(({ recoveries }) => ({ error: null, aborted: false, recoveries: recoveries + 1 }));

  override render() {
    const { error, aborted, recoveries } = this.state;
    const { children, fallback, takes } = this.props;
    if (aborted) return null;
    if (error === null) return children;
    if (takes?.(error, recoveries) === false) throw error;
    return fallback({ error, recoveries, reset: this.reset });
  }
}
