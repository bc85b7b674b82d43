/** What a letter about incidents says, in the language and zone of whom it is for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import type { NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { ROOT } from '../../root.ts';

const TEXTS = join(ROOT, 'public/locales');
const LANGUAGES = ['en', 'zh'] as const;
const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(TEXTS, language, 'notices.json'), 'utf8')) as object;

const texts = createInstance();
void texts.init({
  initAsync: false,
  fallbackLng: 'en',
  defaultNS: 'notices',
  resources: Object.fromEntries(LANGUAGES.map(language => [language, { notices: textsOf(language) }])),
  /** A letter is plain text. */
  interpolation: { escapeValue: false },
});

export interface Reader {
  email: string;
  locale: (typeof LANGUAGES)[number];
  tz: string;
}
interface Said {
  tenant: string;
  lines: readonly NoticeLine[];
  isSummary: boolean;
  /** Of the console; null where the server knows none. */
  origin: string | null;
}

export function letterFor({ email, locale, tz }: Reader, { tenant, lines, isSummary, origin }: Said) {
  const t = texts.getFixedT(locale);
  const format = createFormat(locale, tz);
  const rows = lines.map(({ event, kind, names, screens, since }) => {
    const others = screens - names.length;
    const who = others > 0 ? t('letter.more', { names: names.join(', '), n: others }) : names.join(', ');
    return t(`letter.${event}`, { kind: t(`kinds.${kind}`), who, since: format.exact(since) });
  });
  const subject = t(isSummary ? 'letter.summarySubject' : 'letter.subject', { tenant, count: lines.length });
  const foot = origin === null ? [] : ['', `${origin}/admin/devices/monitor`];
  const head = isSummary ? [t('letter.summary'), ''] : [];
  return { to: email, subject, text: [...head, ...rows, ...foot, ''].join('\n') };
}
