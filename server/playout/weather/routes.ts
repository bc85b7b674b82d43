import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/playout/weatherSource.ts';
import { mount } from '../../http/route.ts';
import { changeSource, readSource } from './source.ts';

export function weatherRoutes(app: FastifyInstance): void {
  mount(app, contract.readWeather, ({ ctx }) => readSource(ctx));
  mount(app, contract.changeWeather, ({ ctx, body, expected }) =>
    changeSource(ctx, { expected, patch: body }),
  );
}
