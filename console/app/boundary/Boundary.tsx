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
  recoveries: number;
}

/** Catches what its children throw, notes it, and draws something else until it is reset. An abort is no crash. */
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
    this.context?.note(thrown, {
      component: this.props.name,
      context: 'render',
      componentStack: componentStack ?? '',
    });
    this.props.caught?.(asError(thrown));
  }

  reset = () => this.setState(({ recoveries }) => ({ error: null, recoveries: recoveries + 1 }));

  override render() {
    const { error, recoveries } = this.state;
    const { children, fallback, takes } = this.props;
    if (error === null) return children;
    if (takes?.(error, recoveries) === false) throw error;
    return fallback({ error, recoveries, reset: this.reset });
  }
}
