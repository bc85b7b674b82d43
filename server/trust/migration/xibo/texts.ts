/** What is said of a part of a layout that is left out or changes; the page has each in its languages. */
export interface Remark {
  field: string;
  text: string;
}
const said = (text: string): Remark => ({ field: '_', text });

export const LEFT_OUT = {
  script: said('Left out: screens run no HTML or scripts of others.'),
  command: said('Left out: commands to a player.'),
  sound: said('Left out: sound alone has no place in a playlist.'),
  stream: said('Left out: a stream, or a file that only the player has.'),
  document: said('Left out: screens show no documents. Save its pages as pictures or a video.'),
  data: said('Left out: data sets are not carried over.'),
  canvas: said('Left out: elements of a canvas that are neither text nor a widget of ours.'),
  spacer: said('Left out: an empty space shows nothing.'),
  noWords: said('Left out: it holds no text.'),
  noFile: said('Left out: its file is not here. Export the layout as an archive with its media.'),
  noAddress: said('Left out: it has no web address that a code can hold.'),
  pageInTicker: said('Left out: a web page has no place in a ticker.'),
  playlist: said('Left out: a sub-playlist that is not in the archive.'),
  background: said('Left out: the zones of a screen leave no background free.'),
  actions: said('Left out: actions, and what they open.'),
  emptyRegion: said('Left out: nothing of this region can be carried over.'),
  emptyLayout: said('Left out: nothing of this layout can be carried over.'),
  widget: (type: string) => said(`Left out: there is nothing like the widget "${type}" here.`),
} as const;

export const REMARKS = {
  shortened: said('The text was shortened to what its slide holds.'),
  placeholders: said('Placeholders of Xibo were taken out of the text.'),
  page: said('A web page becomes a slide with a code that leads to it.'),
  feed: (address: string) => said(`It shows local news. Add its feed under Feeds: ${address}`),
  feedUnnamed: said('It shows local news. Its feed is not in this file.'),
  duration: (seconds: number) => said(`It lasted ${seconds} s; an item plays 3 s to an hour.`),
  wholeDays: said('Its dates count as whole days.'),
  filled: said('The region was smaller than the screen; its playlist fills it.'),
  apart: said(
    'It lay over another region, or was one too many: its playlist is made and nothing shows it yet.',
  ),
  cut: said('A playlist holds 500 items; the rest was left out.'),
  nameTaken: said('A playlist has this name; this one gets a number.'),
  missing: said('Items that could not be imported are left out.'),
} as const;
