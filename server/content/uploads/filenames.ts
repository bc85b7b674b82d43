/** What a file and its creative are called. */
const MAX_FILENAME = 255;
const MAX_NAME = 120;
const UNNAMED = 'file';

/** The last segment of a path, without characters that cannot be shown or stored. */
export const cleanFilename = (name: string) =>
  (name.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, MAX_FILENAME) || UNNAMED;

export const nameOf = ({ filename, name }: { filename: string; name?: string | undefined }) =>
  cleanFilename(
    name === undefined || name.trim() === '' ? cleanFilename(filename).replace(/\.[^.]{1,5}$/, '') : name,
  )
    .slice(0, MAX_NAME)
    .trim();
