/** The e-mail about incidents, in the language of its recipient and the time zone of the tenant. */
import type { NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { mailTexts, type MailLanguage } from '../../mail/texts.ts';

const textsIn = mailTexts('notices');

export interface Recipient {
  email: string;
  locale: MailLanguage;
  tz: string;
}
interface NoticeContent {
  tenant: string;
  lines: readonly NoticeLine[];
  isSummary: boolean;
  /** Origin of the console; null without PUBLIC_URL. */
  origin: string | null;
}

export function emailFor(
  { email, locale, tz }: Recipient,
  { tenant, lines, isSummary, origin }: NoticeContent,
) {
  const t = textsIn(locale);
  const format = createFormat(locale, tz);
  const rows = lines.map(({ event, kind, names, screens, since }) => {
    const others = screens - names.length;
    const who = others > 0 ? t('email.more', { names: names.join(', '), n: others }) : names.join(', ');
    return t(`email.${event}`, { kind: t(`kinds.${kind}`), who, since: format.exact(since) });
  });
  const subject = t(isSummary ? 'email.summarySubject' : 'email.subject', { tenant, count: lines.length });
  const foot = origin === null ? [] : ['', `${origin}/admin/devices/monitor`];
  const head = isSummary ? [t('email.summary'), ''] : [];
  return { to: email, subject, text: [...head, ...rows, ...foot, ''].join('\n') };
}
