import { useQuery } from '@tanstack/react-query';
import { readAuction, type Auction } from '../../../shared/contract/programmatic/auction.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** All panels of a sheet read the same answer. */
export const useAuction = ({ id }: Pick<Auction, 'id'>) =>
  useQuery(read(useAuth().client, readAuction, { params: { id } }));
