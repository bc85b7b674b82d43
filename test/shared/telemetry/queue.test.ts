import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  enqueue,
  EMPTY,
  recordFailure,
  lengthOf,
  removeSent,
  takeBatch,
  type Queue,
} from '../../../shared/telemetry/queue.ts';
import { numbers, record } from './records.ts';

const holding = (...messages: string[]) =>
  messages.reduce((queue, message) => enqueue(queue, record(message)), EMPTY);
const messages = ({ batch, waiting }: Queue) => [...batch, ...waiting].map(one => one.error_message);

describe('the queue of error records', () => {
  it('ANALYTICS-18 OPEN-ANALYTICS-03 holds fifty: of sixty the ten oldest are dropped', () => {
    expect(messages(holding(...numbers(1, 60)))).toEqual(numbers(11, 60));
  });

  it('OPEN-ANALYTICS-03 takes all that waits as the batch', () => {
    const queue = takeBatch(holding(...numbers(1, 50)));
    expect([queue.batch.length, queue.waiting.length]).toEqual([50, 0]);
  });

  it('holds fifty with a batch under way, too: its oldest give way, sent or not', () => {
    const under = takeBatch(holding(...numbers(1, 50)));
    const first = under.batch[0]!;
    const full = numbers(51, 80).reduce((queue, message) => enqueue(queue, record(message)), under);
    expect(messages(full)).toEqual(numbers(31, 80));
    expect(messages(removeSent(full, first))).toEqual(numbers(31, 80));
    const flooded = numbers(81, 140).reduce((queue, message) => enqueue(queue, record(message)), full);
    expect(messages(flooded)).toEqual(numbers(91, 140));
  });

  it('AMBIG-ANALYTICS-01 takes what is left of a failed batch three times more, then drops it and takes the next', () => {
    let queue = takeBatch(holding('a', 'b', 'c'));
    queue = removeSent(queue, queue.batch[0]!);
    queue = enqueue(recordFailure(queue), record('d'));
    for (let retry = 1; retry <= 3; retry++) {
      queue = takeBatch(queue);
      expect(queue.batch.map(one => one.error_message)).toEqual(['b', 'c']);
      queue = recordFailure(queue);
    }
    expect(messages(queue)).toEqual(['d']);
    expect(takeBatch(queue)).toMatchObject({ failures: 0, waiting: [] });
  });

  it('never holds more than fifty, nor in another order than they came in', () => {
    type Step = 'add' | 'take' | 'sent' | 'fail';
    const steps = fc.array(fc.constantFrom<Step>('add', 'add', 'add', 'take', 'sent', 'fail'), {
      maxLength: 400,
      size: 'max',
    });
    fc.assert(
      fc.property(steps, all => {
        let queue = EMPTY;
        let n = 0;
        for (const step of all) {
          if (step === 'add') queue = enqueue(queue, record(String(++n)));
          if (step === 'take') queue = takeBatch(queue);
          if (step === 'sent' && queue.batch[0]) queue = removeSent(queue, queue.batch[0]);
          if (step === 'fail' && queue.batch.length > 0) queue = recordFailure(queue);
          const order = messages(queue).map(Number);
          if (lengthOf(queue) > 50 || order.some((one, i) => one <= (order[i - 1] ?? 0))) return false;
        }
        return true;
      }),
    );
  });
});
