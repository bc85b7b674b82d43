/** What is wrong with a line, in the language of the page. */
import type { MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { useMessageText, type MessageTexts } from '../../kit/text/accountText.ts';
import { useFieldText } from '../../kit/text/fieldText.ts';
import { useText } from '../../kit/text/useText.ts';

export const LINE_TEXTS: MessageTexts = [
  [/^There is no such group\.$/, 'group'],
  [/^There is no such place\.$/, 'place'],
  [/^More than one row that is there has this\.$/, 'ambiguous'],
  [/^A row with this is there already\.$/, 'there'],
  [/^A line above means the same row\.$/, 'repeated'],
  [/^Only somebody above this role may do that\.$/, 'role'],
  [/^Staff roles belong to the platform, all others to its customers\.$/, 'staff'],
  [/^The plan of this tenant holds no more\.$/, 'plan'],
  [/^This row was changed meanwhile\.$/, 'changed'],
  [/^Only a draft is changed by an import\.$/, 'draft'],
  [/^This file is not in the media library\.$/, 'media'],
  [/^This file cannot be shown: it failed, or is quarantined\.$/, 'mediaState'],
  [/^There is no such creative\.$/, 'creative'],
  [/^It is archived or locked\.$/, 'locked'],
  [/^Not a list of items\.$/, 'items'],
  [/^Not the currency of this tenant\.$/, 'currency'],
  [/^Something it names is not there any more\.$/, 'named'],
  [/^What is there is of another kind\.$/, 'kind'],
  [/^There is no device owner with this address\.$/, 'owner'],
  [/^There is no such screen\.$/, 'screen'],
  [/^Gross, fee and net do not add up\.$/, 'sum'],
  [/^The screen was here in that month already\.$/, 'month'],
  [/^What was counted here is changed by no import\.$/, 'counted'],
  [/^This line could not be taken\.$/, 'fault'],
];

export function useLineText(): (problem: MigrationLine['problems'][number]) => string {
  const own = useMessageText('migrations', LINE_TEXTS);
  const fieldText = useFieldText();
  const text = useText('migrations');
  return ({ field, text: message }) => {
    const known = own(message, 1) ?? fieldText(message);
    return field === '_' ? known : text('lines.ofField', { field: text(`columns.${field}`), problem: known });
  };
}
