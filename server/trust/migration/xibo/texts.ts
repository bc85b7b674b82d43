/** What is said of a part of a layout that is left out or changes; the page has each in its languages. */
export interface Remark {
  field: string;
  text: string;
}
/** About a thing as a whole. */
export const remarkOf = (text: string): Remark => ({ field: '_', text });

export const LEFT_OUT = {
  script: remarkOf('Left out: screens run no HTML or scripts of others.'),
  command: remarkOf('Left out: commands to a player.'),
  sound: remarkOf('Left out: sound alone has no place in a playlist.'),
  stream: remarkOf('Left out: a stream, or a file that only the player has.'),
  document: remarkOf('Left out: screens show no documents. Save its pages as pictures or a video.'),
  data: remarkOf('Left out: data sets are not carried over.'),
  canvas: remarkOf('Left out: elements of a canvas that are neither text nor a widget of ours.'),
  spacer: remarkOf('Left out: an empty space shows nothing.'),
  noWords: remarkOf('Left out: it holds no text.'),
  noFile: remarkOf('Left out: its file is not here. Export the layout as an archive with its media.'),
  noAddress: remarkOf('Left out: it has no web address that a code can hold.'),
  pageInTicker: remarkOf('Left out: a web page has no place in a ticker.'),
  playlist: remarkOf('Left out: a sub-playlist that is not in the archive.'),
  background: remarkOf('Left out: the zones of a screen leave no background free.'),
  actions: remarkOf('Left out: actions, and what they open.'),
  emptyRegion: remarkOf('Left out: nothing of this region can be carried over.'),
  emptyLayout: remarkOf('Left out: nothing of this layout can be carried over.'),
  widget: (type: string) => remarkOf(`Left out: there is nothing like the widget "${type}" here.`),
} as const;

export const REMARKS = {
  shortened: remarkOf('The text was shortened to what its slide holds.'),
  placeholders: remarkOf('Placeholders of Xibo were taken out of the text.'),
  page: remarkOf('A web page becomes a slide with a code that leads to it.'),
  feed: (address: string) => remarkOf(`It shows local news. Add its feed under Feeds: ${address}`),
  feedUnnamed: remarkOf('It shows local news. Its feed is not in this file.'),
  duration: (seconds: number) => remarkOf(`It lasted ${seconds} s; an item plays 3 s to an hour.`),
  wholeDays: remarkOf('Its dates count as whole days.'),
  filled: remarkOf('The region was smaller than the screen; its playlist fills it.'),
  apart: remarkOf(
    'It lay over another region, or was one too many: its playlist is made and nothing shows it yet.',
  ),
  cut: remarkOf('A playlist holds 500 items; the rest was left out.'),
  nameTaken: remarkOf('A playlist has this name; this one gets a number.'),
  missing: remarkOf('Items that could not be imported are left out.'),
} as const;
