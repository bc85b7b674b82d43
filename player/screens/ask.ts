/** A line at the foot of the screen that asks a hand something; what plays goes on above it. */
import '../fonts/fonts.ts';
import './screens.css';
import './ask.css';
import type { Clock } from '../../shared/clock.ts';
import { button, el } from './dom.ts';
import { loadPanelTexts } from './texts.ts';

export type Answer = 'yes' | 'no' | 'none';
interface Question {
  text: string;
  more?: string;
  yes?: string;
  no: string;
}
/** Nobody is there: it is asked again another time. */
const QUESTION_TIMEOUT_MS = 30_000;

let lastQuestion: Promise<unknown> = Promise.resolve();
/** One after the other: no question lies over another. */
function ask(clock: Clock, question: Question): Promise<Answer> {
  const answer = lastQuestion.then(() => show(clock, question));
  lastQuestion = answer;
  return answer;
}

function show(clock: Clock, { text, more, yes, no }: Question): Promise<Answer> {
  return new Promise(done => {
    const end = (answer: Answer) => () => {
      cancel();
      line.remove();
      done(answer);
    };
    const words = el('div', '', el('strong', '', text), ...(more === undefined ? [] : [el('p', '', more)]));
    const line = el(
      'section',
      'asked',
      words,
      ...(yes === undefined ? [] : [button(yes, end('yes'))]),
      button(no, end('no')),
    );
    line.setAttribute('aria-label', text);
    line.setAttribute('role', 'dialog');
    document.getElementById('over')?.append(line);
    const cancel = clock.after(QUESTION_TIMEOUT_MS, end('none'));
  });
}

export async function askToInstall(clock: Clock, kind: 'button' | 'steps'): Promise<Answer> {
  const say = await loadPanelTexts();
  const how = kind === 'steps' ? { more: say('install.steps') } : { yes: say('install.yes') };
  return ask(clock, { text: say('install.ask'), ...how, no: say('install.no') });
}

export async function askForKiosk(clock: Clock): Promise<Answer> {
  const say = await loadPanelTexts();
  return ask(clock, { text: say('kiosk.ask'), yes: say('kiosk.setUp'), no: say('kiosk.notNow') });
}
