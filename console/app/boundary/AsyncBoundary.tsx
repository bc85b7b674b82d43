import { useState, type ReactNode } from 'react';
import type { Clock } from '../../../shared/clock.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { Boundary } from './Boundary.tsx';
import { kindOf } from './classify.ts';
import { IDLE, cancelRetry, recordFailure, recordRetry, type Retry } from './retry.ts';
import { RetryPanel } from './RetryPanel.tsx';

interface AsyncBoundaryProps {
  clock: Clock;
  /** Loads the whole page anew. */
  reloadPage: () => void;
  /** Before each try: what was read with an error is forgotten. */
  onRetry: () => void;
  children: ReactNode;
}

const requestsOf = (error: Error) => (error instanceof ApiError ? error.requests : 0);

/** For loads that failed by the network: tries again by itself; every other error belongs to the section around it. */
export function AsyncBoundary({ clock, reloadPage, onRetry, children }: AsyncBoundaryProps) {
  const [retry, setRetry] = useState<Retry>(IDLE);
  return (
    <Boundary
      name="async"
      takes={error => kindOf(error) === 'network'}
      caught={error => setRetry(before => recordFailure(before, clock.mono(), requestsOf(error)))}
      fallback={({ error, reset }) => (
        <RetryPanel
          error={error}
          retry={retry}
          clock={clock}
          cancel={() => setRetry(cancelRetry)}
          retryNow={() => {
            setRetry(recordRetry);
            onRetry();
            reset();
          }}
          reloadPage={reloadPage}
        />
      )}
    >
      {children}
    </Boundary>
  );
}
