const fs=require('fs');const solc=require('${COUNTERSIGN:-../..}/node_modules/solc');
const out=JSON.parse(solc.compile(JSON.stringify({language:'Solidity',sources:{'C.sol':{content:fs.readFileSync(__dirname+'/C.sol','utf8')}},settings:{evmVersion:'shanghai',viaIR:true,optimizer:{enabled:true,runs:200},outputSelection:{'*':{'*':['abi','evm.bytecode.object','evm.deployedBytecode.object']}}}})));
for(const e of out.errors||[])if(e.severity==='error')console.log(e.formattedMessage);
const r={};for(const [n,c] of Object.entries(out.contracts['C.sol']))r[n]={abi:c.abi,bin:'0x'+c.evm.bytecode.object,run:'0x'+c.evm.deployedBytecode.object};
fs.writeFileSync(__dirname+'/C.json',JSON.stringify(r));console.log(Object.keys(r).join(' '));
