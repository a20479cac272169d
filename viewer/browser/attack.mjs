// Unauthorized clients: other sites, broken messages, floods, and open connections.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { assert, open, serve, sleep, socket, until, usage } from './harness.mjs';

/** Sends bytes and returns the first line of the response. */
function line(port, text) {
  return new Promise((resolve) => {
    const stream = connect(port, '127.0.0.1', () => stream.write(text));
    let answer = '';
    stream.on('data', (part) => { answer += part; });
    stream.on('close', () => resolve(answer.split('\r\n')[0]));
    stream.on('error', () => resolve(''));
    stream.setTimeout(8000, () => stream.destroy());
  });
}

export const tests = {
  'a page of another site can neither read nor drive it': async ({ browser, program, models }) => {
    const server = await serve(program, [join(models, 'cartpole.xml'), '--paused']);
    const other = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<title>another site</title>'));
    await new Promise((resolve) => { other.listen(0, '127.0.0.1', resolve); });
    const page = await browser.newPage();
    // even with the key, another site is rejected
    for (const host of ['127.0.0.1', 'localhost']) {
      await page.goto(`http://${host}:${other.address().port}/`);
      const outcome = await page.evaluate(async (url) => {
        const read = await fetch(url).then((answer) => answer.text(), () => null);
        const asset = await fetch(url.replace('/?', '/model/1/mesh/0?')).then((answer) => answer.text(), () => null);
        const address = url.replace('http', 'ws').replace('/?', '/socket?');
        const socket = await new Promise((resolve) => {
          const web = new WebSocket(address);
          web.onopen = () => resolve('open');
          web.onerror = () => resolve('refused');
        });
        return { read, asset, socket };
      }, server.url);
      assert(outcome.read === null && outcome.asset === null && outcome.socket === 'refused', `${host}: ${JSON.stringify(outcome)}`);
    }
    other.close();
    const { port, searchParams } = new URL(server.url);
    const token = searchParams.get('token');
    const get = (path, headers) => line(port, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    const answers = {
      own: [await get(`/?token=${token}`, `Host: localhost:${port}`), '200'],
      'without the key': [await get('/', `Host: localhost:${port}`), '403'],
      'with another key': [await get(`/?token=${token.slice(1)}0`, `Host: localhost:${port}`), '403'],
      'a part of the key': [await get(`/?token=${token.slice(1)}`, `Host: localhost:${port}`), '403'],
      'geometry without the key': [await get('/model/1/mesh/0', `Host: localhost:${port}`), '403'],
      'a name that somebody bent here': [await get(`/?token=${token}`, 'Host: rebound.example'), '403'],
      'an address with a tail': [await get(`/?token=${token}`, 'Host: [::1].evil.com'), '403'],
      'a port with a tail': [await get(`/?token=${token}`, 'Host: localhost:80@evil.com'), '403'],
      'another method': [await line(port, `POST /?token=${token} HTTP/1.1\r\nHost: localhost\r\n\r\n`), '405'],
      'out of the folder': [await get(`/assets/../../Cargo.toml?token=${token}`, `Host: localhost:${port}`), '404'],
      nonsense: [await line(port, 'hello\r\n\r\n'), '400'],
    };
    for (const [what, [answer, wanted]] of Object.entries(answers)) assert(answer.includes(` ${wanted} `), `${what}: ${answer}`);
    await page.close();
    await server.stop();
  },

  'broken, long and many messages change nothing': async ({ browser, program, models, note }) => {
    const server = await serve(program, [join(models, 'cartpole.xml'), '--paused']);
    const page = await open(browser, server.url, { width: 200, height: 150 });
    const before = usage(server.pid);
    const state = await page.evaluate(() => window.cortenforge.qpos().join());
    await page.evaluate(async () => {
      const address = `ws://${location.host}/socket${location.search}`;
      const connected = (use) => new Promise((resolve) => {
        const web = new WebSocket(address);
        web.onopen = async () => { await use(web); resolve(); };
        web.onclose = resolve;
      });
      const broken = ['', '{}', 'null', '[1]', '{"do":"step"}', '{"do":"qpos","first":-1,"values":[1]}', '{"do":"qpos","first":0,"values":[1e999]}',
        '{"do":"qpos","first":4000000000,"values":[1,2]}', '{"do":"ctrl","id":99,"value":1}', '{"do":"key","id":99}', '{"do":"world","id":99}', '{"do":"seek","index":99999}',
        '{"do":"camera","kind":2,"fixed":99,"lookat":[0,0,0],"distance":1,"azimuth":0,"elevation":0}', '{"do":"drag","action":77,"dx":1,"dy":1}', `{"do":"${'x'.repeat(1000)}"}`];
      await connected(async (web) => { broken.forEach((text) => web.send(text)); await new Promise((r) => { setTimeout(r, 500); }); web.close(); });
      await connected(async (web) => { web.send('x'.repeat(1 << 20)); await new Promise((r) => { setTimeout(r, 300); }); web.close(); });
      await connected(async (web) => { web.send(new Uint8Array(140 << 20)); await new Promise((r) => { setTimeout(r, 1000); }); web.close(); });
      await connected(async (web) => {
        for (let k = 0; k < 100_000; k += 1) web.send('{"do":"pause"}');
        await new Promise((r) => { setTimeout(r, 2000); });
        web.close();
      });
    });
    await sleep(1);
    const after = usage(server.pid);
    note(`memory ${Math.round(before.kilobytes / 1024)} MB before, ${Math.round(after.kilobytes / 1024)} MB after`);
    assert(after.kilobytes - before.kilobytes < 100 * 1024, 'memory is bounded');
    assert(await page.evaluate(() => window.cortenforge.qpos().join()) === state, 'the world is as it was');
    const bare = await socket(page, true);
    await bare.send({ do: 'step', count: 1 });
    await until(async () => (await page.evaluate(() => window.cortenforge.time)) > 0, 'it still answers');
    await server.stop();
  },

  'a thousand connections that come and go leave nothing behind': async ({ browser, program, models, note }) => {
    const server = await serve(program, [join(models, 'cartpole.xml')]);
    const { port, searchParams } = new URL(server.url);
    const page = await open(browser, server.url, { width: 200, height: 150 });
    await sleep(0.5);
    const before = usage(server.pid);
    const upgrade = `GET /socket?token=${searchParams.get('token')} HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    const starts = ['', 'GET / HT', `GET /?token=x HTTP/1.1\r\nHost: localhost\r\n\r\n`, upgrade];
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, k) => new Promise((resolve) => {
        const stream = connect(port, '127.0.0.1', () => { stream.write(starts[k % starts.length]); setTimeout(() => stream.destroy(), 5 + k); });
        stream.on('error', () => {});
        stream.on('close', resolve);
      })));
    }
    const after = await until(() => {
      const now = usage(server.pid);
      return now.threads <= before.threads && now.files <= before.files ? now : null;
    }, 'threads and files are given back', 15);
    note(`threads ${before.threads} -> ${after.threads}, files ${before.files} -> ${after.files}, memory ${before.kilobytes} -> ${after.kilobytes} kB`);
    assert(after.kilobytes - before.kilobytes < 30 * 1024, 'no memory is lost');
    const time = await page.evaluate(() => window.cortenforge.time);
    await until(async () => (await page.evaluate(() => window.cortenforge.time)) > time, 'the page goes on');
    await server.stop();
  },
};
