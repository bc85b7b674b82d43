/** A mail draft to support: short enough for every mail program's address line, with nothing secret in it. */
import { scrub } from '../../../shared/web/scrub.ts';

export const SUPPORT_FALLBACK = 'support@example.invalid';
/** Of the whole address as the browser hands it on, encoded. */
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

/** By code points, so that no character is halved; a half that came is replaced, for it cannot be encoded. */
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

/** The longest parts give way until the draft fits. */
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

/** Whom the server names for help, by its page; the development server fills nothing in. */
export function supportAddress(page: Document): string {
  const address = page.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? '';
  return address.includes('@') ? address : SUPPORT_FALLBACK;
}
