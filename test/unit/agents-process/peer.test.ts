import { expect, it } from "vitest";
import { peerInode } from "../../../src/agents-process/peer.ts";
import { openAgentsWorld } from "../../support/agents-world.ts";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 222 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 333 1 0 20 4 30 10 -1
   3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 00:00000000 00000000  1000        0 0 1 0 20 4 30 10 -1
`;

it("finds the other end of a connection, not this one", () => {
	expect(peerInode(TABLE, 0xc350, 0x1f90)).toBe("333");
	expect(peerInode(TABLE, 0xc351, 0x1f90)).toBe(null);
	expect(peerInode(TABLE, 1, 0x1f90)).toBe(null);
	expect(peerInode("", 1, 2)).toBe(null);
});

it.skipIf(process.platform !== "linux")(
	"names the process of a first call, which the user confirms",
	async () => {
		const world = await openAgentsWorld({ socket: null });
		const secret = world.main.addAgent();
		const call = () =>
			fetch(`${world.url}/${secret}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_accounts" }),
			});
		world.main.agentOf(secret).fault = "not_confirmed";
		await call();
		await call();
		expect(world.main.calls.map(({ caller }) => caller.pid)).toEqual(Array(4).fill(process.pid));
		world.main.agentOf(secret).fault = null;
		await call();
		const before = world.main.calls.length;
		await call();
		expect(world.main.calls.slice(before).map(({ caller }) => caller.pid)).toEqual([null]);
		await world.close();
	},
);
