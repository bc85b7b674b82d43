import { useState, type ReactNode } from 'react';
import type { Clock } from '../../../shared/clock.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { Boundary } from './Boundary.tsx';
import { kindOf } from './classify.ts';
import { IDLE, cancelRetry, recordFailure, recordRetry, type Retry } from './retry.ts';
import { RetryPanel } from './RetryPanel.tsx';

interface AsyncBoundaryProps {
  clock: Clock;
  /** Runs before each retry: resets failed queries. */
  onRetry: () => void;
  children: ReactNode;
}

const requestsOf = (error: Error) => (error instanceof ApiError ? error.requests : 0);

/** Retries loads that failed by the network automatically; every other error goes to the surrounding section boundary. */
export function AsyncBoundary({ clock, onRetry, children }: AsyncBoundaryProps) {
  const [retry, setRetry] = useState<Retry>(IDLE);
  return (
    <Boundary
      name="async"
      handles={error => kindOf(error) === 'network'}
      onCaught={error => setRetry(before => recordFailure(before, clock.mono(), requestsOf(error)))}
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
          reloadPage={() => location.reload()}
        />
      )}
    >
      {children}
    </Boundary>
  );
}
