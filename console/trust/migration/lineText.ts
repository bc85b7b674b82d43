/** What is wrong with a line, in the language of the page. */
import type { MigrationLine } from '../../../shared/contract/trust/migration.ts';
import { useMessageText, type MessageTexts } from '../../kit/text/accountText.ts';
import { useFieldText } from '../../kit/text/fieldText.ts';
import { useText } from '../../kit/text/useText.ts';

/** Of a part of a layout of Xibo. */
const PART_TEXTS: MessageTexts = [
  [/^Left out: screens run no HTML or scripts of others\.$/, 'xScript'],
  [/^Left out: commands to a player\.$/, 'xCommand'],
  [/^Left out: sound alone has no place in a playlist\.$/, 'xSound'],
  [/^Left out: a stream, or a file that only the player has\.$/, 'xStream'],
  [/^Left out: screens show no documents\. Save its pages as pictures or a video\.$/, 'xDocument'],
  [/^Left out: data sets are not carried over\.$/, 'xData'],
  [/^Left out: elements of a canvas that are neither text nor a widget of ours\.$/, 'xCanvas'],
  [/^Left out: an empty space shows nothing\.$/, 'xSpacer'],
  [/^Left out: it holds no text\.$/, 'xNoWords'],
  [/^Left out: its file is not here\. Export the layout as an archive with its media\.$/, 'xNoFile'],
  [/^Left out: it has no web address that a code can hold\.$/, 'xNoAddress'],
  [/^Left out: a web page has no place in a ticker\.$/, 'xPageInTicker'],
  [/^Left out: a sub-playlist that is not in the archive\.$/, 'xPlaylist'],
  [/^Left out: the zones of a screen leave no background free\.$/, 'xBackground'],
  [/^Left out: actions, and what they open\.$/, 'xActions'],
  [/^Left out: nothing of this region can be carried over\.$/, 'xEmptyRegion'],
  [/^Left out: nothing of this layout can be carried over\.$/, 'xEmptyLayout'],
  [/^Left out: there is nothing like the widget "(?<widget>[^"]*)" here\.$/, 'xWidget'],
  [/^The text was shortened to what its slide holds\.$/, 'xShortened'],
  [/^Placeholders of Xibo were taken out of the text\.$/, 'xPlaceholders'],
  [/^A web page becomes a slide with a code that leads to it\.$/, 'xPage'],
  [/^It shows local news\. Add its feed under Feeds: (?<address>.+)$/, 'xFeed'],
  [/^It shows local news\. Its feed is not in this file\.$/, 'xFeedUnnamed'],
  [/^It lasted (?<seconds>-?\d+) s; an item plays 3 s to an hour\.$/, 'xDuration'],
  [/^Its dates count as whole days\.$/, 'xWholeDays'],
  [/^The region was smaller than the screen; its playlist fills it\.$/, 'xFilled'],
  [
    /^It lay over another region, or was one too many: its playlist is made and nothing shows it yet\.$/,
    'xApart',
  ],
  [/^A playlist holds 500 items; the rest was left out\.$/, 'xCut'],
  [/^A playlist has this name; this one gets a number\.$/, 'xNameTaken'],
  [/^Items that could not be imported are left out\.$/, 'xMissing'],
  [/^This file is not in the archive\.$/, 'xMissingFile'],
  [/^This file is larger than screens take\.$/, 'xLarge'],
  [/^The file cannot be read as an image or a video\.$/, 'xUnreadable'],
  [/^HTML, SVG and archives are not accepted, because they could run code on the screens\.$/, 'xMarkup'],
  [/^This tenant takes no (?:image|video) files\.$/, 'xKind'],
  [/^This tenant takes (?:image|video) files of at most (?<mb>[\d.]+) MB\.$/, 'xSize'],
  [/^In this tenant a video may last (?<s>[\d.]+) seconds\.$/, 'xLength'],
  [/^The disk of the server is full\.$/, 'xDisk'],
];

export const LINE_TEXTS: MessageTexts = [
  ...PART_TEXTS,
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
