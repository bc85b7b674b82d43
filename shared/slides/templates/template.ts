/** What a template is: fields somebody fills in, and where they stand. Places are in thousandths of the screen. */
import type { Rect, Type } from '../scene.ts';

/** `over`: readable on the accent colour. */
export type ColourSlot = 'background' | 'ink' | 'accent' | 'over';

export type Field =
  /** Characters in each language. */
  { as: 'text'; max: number; isRequired?: true } | { as: 'image'; isRequired?: true };

export type TemplateBox = { at: Rect } & (
  | { as: 'shape'; colour: ColourSlot; opacity?: number; withLink?: true }
  | { as: 'image'; field: string; fit: 'cover' | 'contain' }
  /** `endWidth`: its price or time stands in so much of its width, at the other edge. */
  | ({ as: 'text' | 'ticker'; field: string; endWidth?: number } & TemplateType)
  | { as: 'qr' }
  | ({ as: 'clock' | 'date' | 'countdown' | 'temperature' } & TemplateType)
  | { as: 'sky'; colour: ColourSlot }
);
export type TemplateType = { size: number; colour?: ColourSlot } & Partial<
  Pick<Type, 'weight' | 'align' | 'valign'>
>;

export interface Template {
  fields: Readonly<Record<string, Field>>;
  /** It has a place for a code. */
  link?: 'optional' | 'required';
  /** It counts to a moment. */
  hasMoment?: true;
  colours: Readonly<Record<'background' | 'ink' | 'accent', string>>;
  landscape: readonly TemplateBox[];
  portrait: readonly TemplateBox[];
  /** In a ticker zone. */
  strip?: readonly TemplateBox[];
}
