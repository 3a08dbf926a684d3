import { expect, it } from "vitest";
import { z } from "zod";
import { createRpc } from "../../../../src/main/chains/json-rpc.ts";
import type { RpcLink } from "../../../../src/main/chains/rpc-link.ts";
import { stub } from "../../../fixtures/stub.ts";

/** An RPC's refusal, from which developer tools decode why a call reverts. */

function refusing(data: unknown) {
	const link = stub<RpcLink>({
		request: async () => ({ ok: false, fault: { code: 3, text: "execution reverted", data } }),
	});
	return createRpc(link)(z.unknown(), "eth_call", []);
}

it("returns the data that a call reverted with", async () => {
	await expect(refusing("0x08c379a0")).rejects.toMatchObject({
		kind: "refused",
		rpcCode: 3,
		nodeText: "execution reverted",
		revertData: "0x08c379a0",
	});
});

it.each([undefined, { code: 1 }, "0x", "0x1", "no hex", `0x${"00".repeat(2049)}`])(
	"returns nothing else: %s",
	async (data) => {
		await expect(refusing(data)).rejects.toMatchObject({ revertData: null });
	},
);
