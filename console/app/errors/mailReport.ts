/** Builds a mailto: draft to support: short enough for every mail program, with secrets scrubbed. */
import { scrub } from '../../../shared/web/scrub.ts';

export const SUPPORT_FALLBACK = 'support@example.invalid';
/** Limit of the whole encoded mailto: URL. */
const MAX_CHARS = 1_800;
const SUBJECT_CHARS = 120;
const ELLIPSIS = '…';

export interface ErrorReport {
  to: string;
  message: string;
  page: string;
  time: string;
  requestId: string | null;
  userAgent: string;
}

/** Lone surrogates are replaced, because encodeURIComponent throws on them. */
const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');
const truncate = (text: string, chars: number) => {
  const points = [...replaceLoneSurrogates(text)];
  return points.length <= chars ? points.join('') : points.slice(0, chars - 1).join('') + ELLIPSIS;
};

function draft(report: ErrorReport, chars: number): string {
  const { to, message, requestId } = report;
  const subject = truncate(message.replaceAll(/\s+/g, ' '), Math.min(SUBJECT_CHARS, chars));
  const lines = {
    message: truncate(message, chars),
    page: truncate(report.page, chars),
    time: report.time,
    ...(requestId === null ? {} : { request: requestId }),
    browser: truncate(report.userAgent, chars),
  };
  const body = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Halves the allowed length of the long parts until the draft fits. */
export function mailDraft(report: ErrorReport): string {
  const clean = {
    ...report,
    message: scrub(report.message),
    page: scrub(report.page),
    userAgent: scrub(report.userAgent),
  };
  let chars = MAX_CHARS;
  let address = draft(clean, chars);
  while (address.length > MAX_CHARS && chars > 1) {
    chars = Math.floor(chars / 2);
    address = draft(clean, chars);
  }
  return address;
}

/** The support address the server wrote into the page; the development server leaves the placeholder. */
export function supportAddress(page: Document): string {
  const address = page.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? '';
  return address.includes('@') ? address : SUPPORT_FALLBACK;
}
