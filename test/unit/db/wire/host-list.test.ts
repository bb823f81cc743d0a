import { describe, expect, it } from 'vitest';
import { parseHostList } from '../../../../src/db/hosts/host-list.ts';

describe('the servers of a URL', () => {
  it('are those between its commas, each with the rest of it', () => {
    expect(
      parseHostList(
        'postgres://u:p%2Cq@one:5432,two:5433/db?sslmode=require&target_session_attrs=primary',
      ),
    ).toEqual({
      urls: [
        'postgres://u:p%2Cq@one:5432/db?sslmode=require',
        'postgres://u:p%2Cq@two:5433/db?sslmode=require',
      ],
      attributes: 'primary',
    });
    expect(parseHostList('postgresql://one,[::1]:5433/db')).toEqual({
      urls: ['postgresql://one/db', 'postgresql://[::1]:5433/db'],
      attributes: 'read-write',
    });
  });

  it('are one where it is asked what it is, and nobody looks at any other', () => {
    const end = 'target_session_attrs=read-write';
    expect(parseHostList(`postgres://one/db?${end}&sslmode=require`)).toEqual({
      urls: ['postgres://one/db?sslmode=require'],
      attributes: 'read-write',
    });
    expect(parseHostList(`postgres://one/db?a=b&${end}&c=d`)?.urls).toEqual([
      'postgres://one/db?a=b&c=d',
    ]);
    expect(parseHostList(`postgres://one/db?${end}`)?.urls).toEqual(['postgres://one/db']);
    for (const url of ['postgres://one/db', 'postgres://u@/db?host=%2Ftmp%2Fa,b', '/tmp db'])
      expect(parseHostList(url)).toBeUndefined();
  });
});
