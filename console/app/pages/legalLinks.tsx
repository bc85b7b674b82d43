/** Links in the sentence that says what somebody agrees to: in a tab of their own, so that nothing typed is lost by reading. */
import type { ReactNode } from 'react';
import { PUBLIC_PATHS } from '../publicPaths.ts';

const Document = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener" className="text-primary underline">
    {children}
  </a>
);

/** By their tags in the texts. */
export const DOCUMENT_LINKS = {
  terms: <Document href={PUBLIC_PATHS.terms} />,
  privacy: <Document href={PUBLIC_PATHS.privacy} />,
  dpa: <Document href={PUBLIC_PATHS.dpa} />,
};
