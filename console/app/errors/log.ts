/** What went wrong on this browser: a ring in memory, its newest part kept. Never throws, never holds a secret. */
import { instant, type Clock } from '../../../shared/clock.ts';
import { ERROR_LOG } from '../../../shared/constants.ts';
import { asError, isAbort, kindOf, type ErrorKind } from '../boundary/classify.ts';
import type { ErrorReport } from '../../../shared/telemetry/record.ts';
import { scrub } from '../../../shared/web/scrub.ts';

export interface ErrorEntry {
  message: string;
  stack: string;
  componentStack: string;
  /** What was going on. */
  context: string;
  /** Path, without query. */
  page: string;
  /** The boundary, or the window. */
  component: string;
  timestamp: string;
  userAgent: string;
  url: string;
  errorType: ErrorKind;
}
/** Adds to what is kept, the newest last. */
export interface Keep {
  append: (entries: readonly ErrorEntry[]) => Promise<void>;
}
export interface LogPorts {
  keep: Keep;
  clock: Pick<Clock, 'now'>;
  place: () => { url: string; page: string; userAgent: string };
  warn: (message: string, error: unknown) => void;
  /** To telemetry, which asks for consent: what is noted here stays on this browser. */
  report?: (noted: ErrorReport) => void;
}
export type Circumstances = Partial<Pick<ErrorEntry, 'component' | 'context' | 'componentStack'>>;

const MESSAGE_CHARS = 1_000;
const short = (text: string | null | undefined, chars: number) => scrub(text ?? '').slice(0, chars);

export function createErrorLog({ keep, clock, place, warn, report }: LogPorts) {
  let entries: readonly ErrorEntry[] = [];
  let unkept: ErrorEntry[] = [];
  let isKeeping = false;

  /** One write at a time: a storm of errors becomes a few writes, not one for each. */
  async function keepAll() {
    if (isKeeping) return;
    isKeeping = true;
    try {
      while (unkept.length > 0) {
        const batch = unkept;
        unkept = [];
        await keep.append(batch);
      }
    } catch (error) {
      warn('errors are noted in memory alone', error);
    } finally {
      isKeeping = false;
    }
  }

  return {
    /** The newest last. */
    entries: () => entries,
    note(thrown: unknown, { component = '', context = '', componentStack = '' }: Circumstances = {}): void {
      if (isAbort(thrown)) return;
      const error = asError(thrown);
      const { url, page, userAgent } = place();
      const entry: ErrorEntry = {
        message: short(error.message, MESSAGE_CHARS),
        stack: short(error.stack, ERROR_LOG.stackChars),
        componentStack: short(componentStack, ERROR_LOG.stackChars),
        context,
        page,
        component,
        timestamp: instant(clock.now()),
        userAgent,
        url: scrub(url),
        errorType: kindOf(error),
      };
      entries = [...entries, entry].slice(-ERROR_LOG.inMemory);
      unkept = [...unkept, entry].slice(-ERROR_LOG.persisted);
      void keepAll();
      report?.({ error: thrown, url, context_type: 'page' });
    },
  };
}
export type ErrorLog = ReturnType<typeof createErrorLog>;

/** For React: what it got over by drawing once more. It wraps what was thrown. */
export const noteRecovered = (log: Pick<ErrorLog, 'note'>) => (wrapped: unknown) => {
  const thrown = wrapped instanceof Error && wrapped.cause !== undefined ? wrapped.cause : wrapped;
  log.note(thrown, { component: 'application', context: 'recovered' });
};

/** What no boundary sees: errors of handlers, and promises nobody waited for. */
export function listen(log: ErrorLog, target: EventTarget): void {
  target.addEventListener('error', event => {
    const { error, message } = event as Event & { error?: unknown; message: string };
    log.note(error ?? message, { component: 'window', context: 'error' });
  });
  target.addEventListener('unhandledrejection', event =>
    log.note((event as PromiseRejectionEvent).reason, { component: 'window', context: 'unhandledrejection' }),
  );
}
