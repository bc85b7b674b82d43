/** An alert as it stands on a screen: the same for the player and for the console's preview. Its box sets the size. */
import './alert.css';
import type { Alert } from '../contract/alerts/alert.ts';
import type { PlayerAlert } from '../contract/alerts/playerAlerts.ts';
import { el } from '../web/el.ts';

/** What is drawn of an alert; also of a draft. */
export type DrawnAlert = Pick<Alert, 'template' | 'priority' | 'status' | 'response_types'> & {
  texts: Readonly<Record<string, PlayerAlert['texts'][string]>>;
  /** null: not fixed yet. */
  expires_at: string | null;
};
export type AlertLabel = 'alert' | 'advisory' | 'information' | 'allClear' | 'test' | 'until';
/** Words around the text of an alert; a screen shows them in all its languages. */
export interface AlertWords {
  language: string;
  say: (label: AlertLabel, params?: { time: string }) => string;
}

/** Screens have room for two. */
const MOST_LANGUAGES = 2;
const PREFERRED = ['en', 'zh'];
/** As the clock of a screen beside it. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Up to this priority it is a danger; above it people should know. */
const DANGER = 1;
const WARNING = 2;

const isAllClear = ({ response_types }: Pick<DrawnAlert, 'response_types'>) =>
  response_types.includes('AllClear');

/** How it looks and what it is called. */
export function levelOf(alert: Pick<DrawnAlert, 'priority' | 'response_types'>) {
  if (isAllClear(alert)) return 'allClear';
  if (alert.priority <= DANGER) return 'alert';
  return alert.priority <= WARNING ? 'advisory' : 'information';
}

export function languagesOf(texts: DrawnAlert['texts']): string[] {
  const rank = (language: string) => {
    const at = PREFERRED.findIndex(one => language === one || language.startsWith(`${one}-`));
    return at < 0 ? PREFERRED.length : at;
  };
  return Object.keys(texts)
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, MOST_LANGUAGES);
}

function line(className: string, words: readonly AlertWords[], text: (by: AlertWords) => string) {
  const spans = words.map(by => Object.assign(el('span', '', text(by)), { lang: by.language }));
  return el('div', className, ...spans);
}

function textBlock(language: string, text: DrawnAlert['texts'][string]): HTMLElement {
  const block = el('div', 'alert-text', el('p', 'alert-headline', text.headline));
  block.lang = language;
  if (text.instruction) block.append(el('p', 'alert-instruction', text.instruction));
  if (text.description) block.append(el('p', 'alert-description', text.description));
  return block;
}

/** `tz`: the zone of the screen. */
export function drawAlert(alert: DrawnAlert, words: readonly AlertWords[], tz?: string): HTMLElement {
  const level = levelOf(alert);
  const { template, texts, status, expires_at } = alert;
  const languages = languagesOf(texts);
  const head = line('alert-name', words, by => by.say(level));
  const senders = new Set(languages.map(language => texts[language]?.sender_name ?? '').filter(Boolean));
  const foot = el(
    'div',
    'alert-foot',
    el('div', 'alert-sender', ...[...senders].map(by => el('span', '', by))),
  );
  if (expires_at !== null) {
    const time = (language: string) =>
      new Intl.DateTimeFormat(language, { ...CLOCK, timeZone: tz }).format(Date.parse(expires_at));
    foot.append(line('alert-until', words, by => by.say('until', { time: time(by.language) })));
  }
  const blocks = languages.map(language => textBlock(language, texts[language]!));
  const body = el('div', 'alert-texts', ...blocks);
  const section = el('section', 'alert', head, body, foot);
  if (status !== 'Actual') section.prepend(line('alert-test', words, by => by.say('test')));
  section.dataset['template'] = template;
  section.dataset['level'] = level;
  section.setAttribute('role', 'alert');
  return section;
}

const LARGEST = 1.5;
const SMALLEST = 0.5;
const STEP = 0.05;
/** `brief`: what happened is left out. `cut`: the end of a headline or an instruction is, too. */
export type Fit = 'all' | 'brief' | 'cut';
/**
 * Fits the texts to the box the alert stands in: as large as there is room, down to what can be read from the back
 * seat. Then descriptions are left out, then margins and headlines give way. Headline, instruction, sender and end stay.
 */
export function fitAlert(section: HTMLElement): Fit {
  const isTooLong = () => section.scrollHeight > section.clientHeight;
  const { dataset } = section;
  for (const name of ['brief', 'tight', 'cut']) delete dataset[name];
  /** What leaves the picture playing takes no more room than its words need. */
  const largest = dataset['template'] === 'takeover' ? LARGEST : 1;
  const shrink = () => {
    for (let fit = largest; fit >= SMALLEST; fit -= STEP) {
      section.style.setProperty('--fit', fit.toFixed(2));
      if (!isTooLong()) return true;
    }
    return false;
  };
  const hasDescription = section.querySelector('.alert-description') !== null;
  if (shrink()) return 'all';
  dataset['brief'] = '';
  if (shrink()) return hasDescription ? 'brief' : 'all';
  dataset['tight'] = '';
  if (shrink()) return hasDescription ? 'brief' : 'all';
  dataset['cut'] = '';
  return 'cut';
}
