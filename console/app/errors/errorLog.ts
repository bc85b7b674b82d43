/** Log of errors in this browser: a ring buffer in memory whose newest entries are stored. It never throws and scrubs secrets. */
import { instant, type Clock } from '../../../shared/clock.ts';
import { ERROR_LOG } from '../../../shared/constants.ts';
import { asError, isAbort, kindOf, type ErrorKind } from '../boundary/classify.ts';
import type { ErrorReport } from '../../../shared/telemetry/record.ts';
import { scrub } from '../../../shared/web/scrub.ts';

export interface ErrorEntry {
  message: string;
  stack: string;
  componentStack: string;
  /** What the page was doing. */
  context: string;
  /** Path, without query. */
  page: string;
  /** The boundary that caught it, or `window`. */
  component: string;
  timestamp: string;
  userAgent: string;
  url: string;
  errorType: ErrorKind;
}
/** Appends to the stored entries, the newest last. */
export interface ErrorStore {
  append: (entries: readonly ErrorEntry[]) => Promise<void>;
}
export interface ErrorLogPorts {
  store: ErrorStore;
  clock: Pick<Clock, 'now'>;
  describePage: () => { url: string; page: string; userAgent: string };
  warn: (message: string, error: unknown) => void;
  /** Forwards to telemetry, which needs consent; the log itself stays in this browser. */
  report?: (noted: ErrorReport) => void;
}
export type ErrorContext = Partial<Pick<ErrorEntry, 'component' | 'context' | 'componentStack'>>;

const MESSAGE_CHARS = 1_000;
const scrubAndCut = (text: string | null | undefined, chars: number) => scrub(text ?? '').slice(0, chars);

export function createErrorLog({ store, clock, describePage, warn, report }: ErrorLogPorts) {
  let entries: readonly ErrorEntry[] = [];
  let unsaved: ErrorEntry[] = [];
  let isSaving = false;

  /** Runs one write at a time, so that a burst of errors becomes a few writes. */
  async function saveAll() {
    if (isSaving) return;
    isSaving = true;
    let batch: ErrorEntry[] = [];
    try {
      while (unsaved.length > 0) {
        batch = unsaved;
        unsaved = [];
        await store.append(batch);
      }
    } catch (error) {
      // What was refused is written with the next error.
      unsaved = [...batch, ...unsaved].slice(-ERROR_LOG.persisted);
      warn('errors are noted in memory alone', error);
    } finally {
      isSaving = false;
    }
  }

  return {
    /** The newest last. */
    entries: () => entries,
    note(thrown: unknown, { component = '', context = '', componentStack = '' }: ErrorContext = {}): void {
      if (isAbort(thrown)) return;
      const error = asError(thrown);
      const { url, page, userAgent } = describePage();
      const entry: ErrorEntry = {
        message: scrubAndCut(error.message, MESSAGE_CHARS),
        stack: scrubAndCut(error.stack, ERROR_LOG.stackChars),
        componentStack: scrubAndCut(componentStack, ERROR_LOG.stackChars),
        context,
        page,
        component,
        timestamp: instant(clock.now()),
        userAgent,
        url: scrub(url),
        errorType: kindOf(error),
      };
      entries = [...entries, entry].slice(-ERROR_LOG.inMemory);
      unsaved = [...unsaved, entry].slice(-ERROR_LOG.persisted);
      void saveAll();
      report?.({ error: thrown, url, context_type: 'page' });
    },
  };
}
export type ErrorLog = ReturnType<typeof createErrorLog>;

/** For React's onRecoverableError; React wraps the thrown error in `cause`. */
export const logRecoverable = (log: Pick<ErrorLog, 'note'>) => (wrapped: unknown) => {
  const thrown = wrapped instanceof Error && wrapped.cause !== undefined ? wrapped.cause : wrapped;
  log.note(thrown, { component: 'application', context: 'recovered' });
};

/** Logs what no boundary sees: errors in event handlers and unhandled rejections. */
export function listenForErrors(log: ErrorLog, target: EventTarget): void {
  target.addEventListener('error', event => {
    const { error, message } = event as Event & { error?: unknown; message: string };
    log.note(error ?? message, { component: 'window', context: 'error' });
  });
  target.addEventListener('unhandledrejection', event =>
    log.note((event as PromiseRejectionEvent).reason, { component: 'window', context: 'unhandledrejection' }),
  );
}
