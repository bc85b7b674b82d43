import { describe, expect, it } from 'vitest';
import { isPlayerPath, leadsToPlayer } from '../../../shared/web/playerPath.ts';

describe('a path of the player', () => {
  it.each([
    ['/player', true, false],
    ['/player/', true, true],
    ['/player/x/y', true, true],
    ['/display', true, true],
    ['/display/lobby', true, true],
    ['/players', false, false],
    ['/player-config', false, false],
    ['/displays', false, false],
    ['/PLAYER', false, false],
    ['/admin/player', false, false],
    ['/auth', false, false],
    ['/', false, true],
  ])('AMBIG-GUARD-06 AMBIG-GUARD-07 %s is one: %s, leads to the player: %s', (path, isOne, leads) => {
    expect([isPlayerPath(path), leadsToPlayer(path)]).toEqual([isOne, leads]);
  });
});
