/** Where this ride goes, as its driver types it: the destination's widget shows it until the ride ends. */
import type { LiveFactsStore } from '../stage/liveFacts.ts';
import { button, el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';
import type { Rides } from './rides.ts';

/** As much as a widget shows on two lines. */
const MAX_CHARS = 60;

interface FormPorts {
  say: Translate;
  onSet: (destination: string | null) => void;
}
/** An empty field shows none. */
export function destinationForm(
  facts: Pick<LiveFactsStore, 'destination' | 'setDestination'>,
  { say, onSet }: FormPorts,
): HTMLFormElement {
  const input = Object.assign(el('input', ''), {
    type: 'text',
    value: facts.destination() ?? '',
    maxLength: MAX_CHARS,
    autocomplete: 'off',
    enterKeyHint: 'done',
  });
  const set = () => {
    const destination = input.value.trim() || null;
    facts.setDestination(destination);
    onSet(destination);
  };
  const label = el('label', '', `${say('driver.destination')} `, input);
  const form = el('form', 'buttons acts', label, button(say('driver.setDestination'), set));
  form.addEventListener('submit', event => {
    event.preventDefault();
    set();
  });
  return form;
}

/** What one rider told his driver is no other rider's to read. */
export function clearDestinationAfterRide(
  rides: Pick<Rides, 'state' | 'watch'>,
  facts: Pick<LiveFactsStore, 'setDestination'>,
): void {
  let current = rides.state().ride.id;
  rides.watch(({ ride: { id } }) => {
    if (id !== current) facts.setDestination(null);
    current = id;
  });
}
