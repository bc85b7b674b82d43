import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { playlists } from '../../../shared/contract/content/playlist.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { PATHS } from '../../app/paths.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useCanAccess } from '../../kit/useSave.ts';

const ONE = { query: { limit: 1 } };

/** What there is to play, each figure a link to its list, and the next step of who may go it. */
export function ContentTiles() {
  const { t } = useTranslation('navigation');
  const { client } = useAuth();
  const format = useFormat();
  const canAccess = useCanAccess();
  const creativeCount = useQuery(read(client, creatives.list, ONE));
  const playlistCount = useQuery(read(client, playlists.list, ONE));
  const failed = [creativeCount, playlistCount].find(answer => answer.isError);
  const figureText = (n: number | undefined) => (n === undefined ? '–' : format.number(n));
  return (
    <>
      {failed && (
        <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />
      )}
      <Tiles>
        <TileLink
          href={PATHS.creatives}
          figure={figureText(creativeCount.data?.total)}
          label={t('home.creatives')}
          note={t('home.creativesNote')}
        />
        <TileLink
          href={PATHS.playlists}
          figure={figureText(playlistCount.data?.total)}
          label={t('home.playlists')}
          note={t('home.playlistsNote')}
        />
      </Tiles>
      {canAccess('creatives', 'W') && (
        <Link href={PATHS.upload} className={buttonClass()}>
          {t('home.upload')}
        </Link>
      )}
    </>
  );
}
