/** What stands at an address already. */
export interface MediaLink {
  url: string;
  mime: string;
  name?: string;
  bytes?: number;
}
export interface FileLimits {
  /** `image/png`, `image/*` or `.csv`. */
  types: readonly string[];
  maxBytes: number;
}
type Picked = Pick<File, 'name' | 'type' | 'size'>;

const isOf = ({ name, type }: Picked, wanted: string) => {
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted.toLowerCase());
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
};
/** Why a file is not taken; the sentence stands at `refused.<why>`. */
export function fileProblem(
  file: Picked,
  { types, maxBytes }: FileLimits,
): 'fileType' | 'fileEmpty' | 'fileSize' | null {
  if (!types.some(wanted => isOf(file, wanted))) return 'fileType';
  if (file.size === 0) return 'fileEmpty';
  return file.size > maxBytes ? 'fileSize' : null;
}

/** `PNG, JPEG, CSV`: types as people call them. */
export const typeNames = (types: readonly string[]): string =>
  types
    .map(type =>
      type.startsWith('.') ? type.slice(1) : type.endsWith('/*') ? type.slice(0, -2) : type.split('/')[1]!,
    )
    .map(name =>
      name
        .replace(/^(x-|vnd\.)/, '')
        .replace(/\+.*$/, '')
        .toUpperCase(),
    )
    .join(', ');

/** What is drawn of it. */
export const previewOf = (mime: string): 'image' | 'video' | 'none' =>
  mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : 'none';
