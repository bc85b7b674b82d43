import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useText } from '../../kit/text/useText.ts';

/** Words of the contract, in the reader's language. */
export function WordsCell({ value }: { value: readonly string[] }) {
  const text = useText('creatives');
  return value.length === 0 ? <EmptyCell /> : <>{value.map(word => text(`values.${word}`)).join(', ')}</>;
}
