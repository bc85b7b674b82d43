/** The page that checks proofs for whoever was handed one: no sign-in, no call, no framework; it works from a saved copy. */
import en from '../../../public/locales/en/verify.json';
import zh from '../../../public/locales/zh/verify.json';
import type { Language } from '../../../shared/constants.ts';
import type { ProofReport } from '../../../shared/contract/proof/proof.ts';
import { detectLanguage, LANGUAGE_KEY, LOCALES } from '../../../shared/i18n/language.ts';
import { checkText } from '../../../shared/proof/check.ts';
import { factsOf, faultText } from '../../../shared/proof/describe.ts';
import './verify.css';

const TEXTS = { en, zh };
type TextName = {
  [K in keyof typeof en]: (typeof en)[K] extends string ? K : never;
}[keyof typeof en];

/** A browser may refuse the storage to a saved copy. */
function storedValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What the server filled in when it handed out the page; a copy of the source has none. */
function servedKeys(): string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name=server-keys]')?.content ?? '';
  return content.startsWith('__') ? [] : wordsOf(content);
}
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(word => word !== '');

interface State {
  language: Language;
  /** The file that Check reads again; null: Check reads the text field. */
  file: File | null;
  /** null: nothing was checked yet. */
  report: ProofReport | null;
  failure: 'reading' | 'insecure' | 'nothing' | null;
  isBusy: boolean;
}
const state: State = {
  language: detectLanguage(storedValue(LANGUAGE_KEY), navigator.language),
  ...{ file: null, report: null, failure: null, isBusy: false },
};

function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), fields);
}

/** Another language changes these texts alone: an input that was made anew would lose its file. */
const textOf = new Map<HTMLElement, TextName>();
function withText<E extends HTMLElement>(element: E, name: TextName): E {
  textOf.set(element, name);
  return element;
}

const status = made('div', { role: 'status' });
const proof = made('textarea', { spellcheck: false });
const file = made('input', { type: 'file' });
const keys = made('input', { type: 'text', value: servedKeys().join(' '), spellcheck: false });

function field(input: HTMLElement, id: string, hint: TextName, label: TextName): HTMLElement[] {
  input.id = id;
  input.setAttribute('aria-describedby', `${id}-hint`);
  return [
    withText(made('label', { htmlFor: id }), label),
    withText(made('p', { id: `${id}-hint`, className: 'hint' }), hint),
    input,
  ];
}

function build(): void {
  const form = made('form');
  form.append(
    ...field(proof, 'proof', 'proofHint', 'proof'),
    ...field(file, 'file', 'drop', 'file'),
    ...field(keys, 'keys', 'keysHint', 'keys'),
    withText(made('button', { type: 'submit', className: 'primary' }), 'check'),
  );
  const language = withText(made('button', { type: 'button' }), 'language');
  const header = made('header');
  header.append(withText(made('h1'), 'title'), language);
  const main = made('main');
  main.append(header, withText(made('p'), 'intro'), form, status);
  main.append(withText(made('p', { className: 'hint' }), 'limits'));
  document.body.replaceChildren(main);
  proof.addEventListener('input', () => {
    state.file = proof.value.trim() === '' ? (file.files?.[0] ?? null) : null;
  });
  file.addEventListener('change', () => readFile(file.files?.[0]));
  form.addEventListener('submit', event => {
    event.preventDefault();
    check();
  });
  language.addEventListener('click', () => {
    state.language = state.language === 'en' ? 'zh' : 'en';
    drawTexts();
  });
}

function drawTexts(): void {
  const texts = TEXTS[state.language];
  document.documentElement.lang = LOCALES[state.language];
  document.title = `${texts.title} · Wayside`;
  for (const [element, name] of textOf) element.textContent = texts[name];
  drawStatus();
}

function drawStatus(): void {
  const texts = TEXTS[state.language];
  const { report, failure, isBusy } = state;
  status.setAttribute('aria-busy', String(isBusy));
  status.dataset['result'] = report === null ? '' : report.ok ? 'holds' : 'fails';
  if (isBusy) return status.replaceChildren(made('p', { textContent: texts.checking }));
  if (failure) return status.replaceChildren(made('p', { textContent: texts[failure] }));
  if (!report) return status.replaceChildren();
  const facts = made('dl');
  for (const [label, value] of factsOf(report, texts))
    facts.append(made('dt', { textContent: label }), made('dd', { textContent: value }));
  const { fault } = report;
  const faultParts = fault ? [faultText(fault, texts)] : [];
  /** What cannot be read is no proof that fails. */
  const lines =
    fault?.code === 'format' ? faultParts : [report.ok ? texts.holds : texts.fails, ...faultParts];
  status.replaceChildren(
    ...lines.map((textContent, n) => made(n === 0 ? 'h2' : 'p', { textContent })),
    facts,
  );
}

/** Checks again what was chosen last. */
function check(): void {
  const { file } = state;
  if (file) return void show(() => file.text());
  if (proof.value.trim() !== '') return void show(() => proof.value);
  /** A check that is still under way is of something that was taken out again. */
  turns++;
  Object.assign(state, { failure: 'nothing', report: null, isBusy: false });
  drawStatus();
}
function readFile(file: File | undefined): void {
  if (!file) return;
  state.file = file;
  check();
}

let turns = 0;
/** The newest alone: a large file that was dropped before may be checked later than a small one. */
async function show(read: () => string | Promise<string>): Promise<void> {
  const turn = ++turns;
  const isNewest = () => turn === turns;
  Object.assign(state, { failure: null, report: null, isBusy: true });
  drawStatus();
  try {
    const text = await read();
    if (isNewest()) await run(text, isNewest);
  } catch {
    if (!isNewest()) return;
    Object.assign(state, { failure: 'reading', report: null, isBusy: false });
    drawStatus();
  }
}

async function run(text: string, isNewest: () => boolean): Promise<void> {
  /** Signatures are checked by the platform, which offers that to secure pages alone. */
  const isSecure = globalThis.isSecureContext;
  Object.assign(state, { isBusy: isSecure, failure: isSecure ? null : 'insecure', report: null });
  drawStatus();
  if (!isSecure) return;
  const trusted = wordsOf(keys.value);
  const report = await checkText(text, trusted.length === 0 ? null : trusted);
  if (!isNewest()) return;
  Object.assign(state, { report, isBusy: false });
  drawStatus();
}

document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => {
  event.preventDefault();
  readFile(event.dataTransfer?.files[0]);
});
/** As the console has it; public/theme.js is the same for its pages. */
const theme = storedValue('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
build();
drawTexts();
