#!/bin/bash
# Starts two anvils (chain 1 and 8453) and the small Solana RPC, deploys, runs all, compares, ends what it started.
#   run.sh            all
#   run.sh h0 g1      only those whose names begin so
#   run.sh diagnose   the probes of after the run (not part of the blind set)
#   run.sh up         only the chains, kept up till Enter (or a signal)
cd "$(dirname "$0")"; R=${COUNTERSIGN:-${COUNTERSIGN:-../..}}; export PATH=$R/node_modules/node/bin:$PATH; export P1=${P1:-18951} P2=${P2:-18952} SOL_PORT=${SOL_PORT:-18953}
[ -e node_modules ] || ln -sfn $R/node_modules node_modules
A=$R/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil; mkdir -p .cache out
$A --host 127.0.0.1 --port $P1 --chain-id 1 --timestamp 1795800000 --cache-path .cache/1 --silent & A1=$!
$A --host 127.0.0.1 --port $P2 --chain-id 8453 --timestamp 1795800000 --cache-path .cache/2 --silent & A2=$!
node src/solana-rpc.mjs >out/solana.log 2>&1 & A3=$!
trap "kill $A1 $A2 $A3 2>/dev/null" EXIT
sleep 3; [ -e src/C.json ] || node src/compile.cjs; node src/deploy.mjs || exit 1
if [ "$1" = up ]; then read -r _; exit; fi
if [ "$1" = diagnose ]; then shift; node src/diagnose.mjs "$R" "$@"; exit; fi
node src/judge.mjs "$R" "$@"
