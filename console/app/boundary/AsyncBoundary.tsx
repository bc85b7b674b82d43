import { useState, type ReactNode } from 'react';
import type { Clock } from '../../../shared/clock.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { Boundary } from './Boundary.tsx';
import { kindOf } from './classify.ts';
import { CALM, cancelled, failed, retried, type Retry } from './retry.ts';
import { RetryPanel } from './RetryPanel.tsx';

interface AsyncProps {
  clock: Clock;
  /** Before each try: what was read with an error is forgotten. */
  again: () => void;
  children: ReactNode;
}

const requestsOf = (error: Error) => (error instanceof ApiError ? error.requests : 0);

/** For loads that failed by the network: tries again by itself; every other error belongs to the section around it. */
export function AsyncBoundary({ clock, again, children }: AsyncProps) {
  const [retry, setRetry] = useState<Retry>(CALM);
  return (
    <Boundary
      name="async"
      takes={error => kindOf(error) === 'network'}
      caught={error => setRetry(before => failed(before, clock.mono(), requestsOf(error)))}
      fallback={({ error, reset }) => (
        <RetryPanel
          error={error}
          retry={retry}
          clock={clock}
          cancel={() => setRetry(cancelled)}
          again={() => {
            setRetry(retried);
            again();
            reset();
          }}
          refresh={() => location.reload()}
        />
      )}
    >
      {children}
    </Boundary>
  );
}
