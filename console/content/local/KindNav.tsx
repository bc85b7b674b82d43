import { Link, useLocation } from 'wouter';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { pathOfKind } from './pages.ts';

/** From one kind to the next, and to all of them. */
export function KindNav() {
  const text = useText('localContent');
  const [path] = useLocation();
  const links = [
    { name: 'all', href: PATHS.content },
    ...CONTENT_KINDS.map(kind => ({ name: kind, href: pathOfKind(kind) })),
  ];
  return (
    <nav aria-label={text('kinds')} className="mb-4 border-b border-line">
      <ul className="flex overflow-x-auto">
        {links.map(({ name, href }) => (
          <li key={name}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {text(`presets.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
