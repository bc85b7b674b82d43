import type { ComponentProps } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { Tip } from './Tip.tsx';

/** An icon button inside the shell: its label opens beside it, in place of the title the browser would draw. */
export const TipButton = ({ label, ...rest }: ComponentProps<typeof IconButton>) => (
  <Tip text={label}>
    <IconButton label={label} title={undefined} {...rest} />
  </Tip>
);
