/**
 * What people make passwords of, first of all: the words that stand at the top of every list of leaked ones, names, teams,
 * and what is close to hand in Hong Kong. Written by us; `weak-passwords.ts` adds figures, signs, capitals and spellings.
 */
const WORDS = `
password passwort passw pass passme passcode passphrase mypassword mypass newpass newpassword oldpassword password
changeme changeit letmein letmeinnow letin opensesame sesame secret topsecret secure security access access account
admin administrator adminadmin root toor super superuser supervisor user username guest visitor member manager master
default system server service support test tester testing testtest demo sample example temp temporary trial welcome
welcometo login logon signin hello helloworld hellohello hallo goodbye whatever nothing something anything
computer internet network windows microsoft google yahoo facebook instagram youtube twitter whatsapp wechat tiktok
linkedin netflix amazon apple iphone ipad android samsung huawei xiaomi nokia sony dell intel lenovo oracle cisco
database mysql postgres redis docker linux ubuntu github developer program programmer software keyboard laptop
iloveyou iloveu iloveme ilovehim ilovemyself loveyou loveme lovely lover lovers love loveu mylove truelove inlove
forever foreverlove always babygirl babyboy baby babe honey sweetie sweetheart sweet darling cutie cutiepie beautiful
beauty gorgeous pretty princess prince queen king kingdom angel angels heaven hell devil demon jesus christ
jesuschrist jesuslovesme god godisgood godislove godbless blessed blessing bible church faith hope trinity amen
sunshine sunflower sunset sunday monday tuesday wednesday thursday friday saturday january february march april june
july august september october november december spring summer autumn winter weekend holiday birthday christmas
easter halloween valentine rainbow butterfly flower flowers rose roses lily daisy jasmine violet orchid lotus
dragon dragons dragonball monkey monkeys tiger tigers lion lions eagle eagles falcon panther leopard jaguar cheetah
wolf wolves bear bears panda rabbit bunny kitty kitten cat cats dog dogs doggy puppy hamster turtle dolphin dolphins
shark horse horses pony unicorn elephant giraffe penguin chicken turkey buffalo spider spiderman snake scorpion
football footballs soccer baseball basketball volleyball hockey tennis golf golfer cricket rugby swimming running
runner boxing karate kungfu wrestling skateboard snowboard surfing fishing hunting racing liverpool arsenal chelsea
manchester manutd manunited mancity tottenham barcelona realmadrid juventus milan inter bayern dortmund ajax benfica
celtic rangers everton newcastle messi ronaldo cristiano beckham rooney neymar kobe jordan michaeljordan lebron
lakers bulls celtics warriors yankees redsox cowboys steelers packers raiders broncos patriots dodgers giants
superman batman ironman captain avengers hulk wolverine joker harley deadpool starwars skywalker darthvader yoda
matrix neo terminator rambo rocky gandalf frodo hobbit hogwarts harrypotter potter hermione voldemort twilight naruto
sasuke pikachu pokemon charizard digimon doraemon hellokitty snoopy garfield mickey mickeymouse minnie disney frozen
elsa minecraft fortnite roblox warcraft starcraft overwatch league legends dota counter strike counterstrike
callofduty playstation nintendo mario zelda sonic tetris gamer gaming game games winner champion champions legend
master hunter killer assassin ninja samurai warrior soldier knight wizard magic magical merlin phoenix shadow ghost
zombie vampire monster pirate cowboy ranger sniper rocket thunder lightning storm tornado hurricane fire firefox ice
snow snowman snowball water ocean river mountain forest island desert earth moon moonlight star stars starlight
galaxy universe planet space apollo saturn jupiter mercury venus mars neptune orion diamond diamonds crystal gold
golden goldfish silver platinum emerald ruby pearl money cash dollar dollars million millions millionaire billion
rich lucky luckyme fortune success successful happy happyday happiness smile smiley laugh joy peace freedom liberty
destiny dream dreams dreamer believe imagine inspire courage power powerful strong strength energy victory
family mother father mommy mummy daddy mama papa brother sister sisters brothers grandma grandpa husband wife
friend friends friendship bestfriend bestfriends boyfriend girlfriend buddy teacher student school college university
class mylife life lifestyle mybaby myfamily myhome home homesweet house music guitar piano drummer violin rockstar superstar
rock rocknroll metal metallica nirvana eminem beatles blink slipknot linkinpark greenday coldplay queen blackpink
bts army exo twice bigbang michaeljackson justinbieber bieber taylorswift rihanna beyonce madonna elvis
chocolate cookie cookies candy sugar cupcake banana orange apple apples strawberry cherry peaches peach mango lemon
pineapple watermelon coffee espresso pizza burger hamburger noodle noodles cheese butter pepper ginger cinnamon
vanilla coconut pumpkin potato tomato onion broccoli beer whiskey vodka wine champagne smokey marlboro marijuana
mustang corvette camaro ferrari porsche lamborghini mercedes benz bmw audi toyota honda nissan mazda subaru suzuki
yamaha kawasaki ducati harleydavidson ford chevrolet chevy dodge jeep tesla volvo lexus
red blue green yellow purple pink black white brown gray orange blackie whitey blacky blackcat bluesky redrose
america american usa canada mexico brazil england london british scotland ireland france paris germany berlin deutsch
italy roma spain madrid russia moscow china beijing shanghai taiwan taipei japan tokyo korea seoul thailand bangkok
singapore malaysia indonesia philippines vietnam india australia sydney newyork california florida texas boston
chicago dallas denver houston miami phoenix seattle vegas lasvegas
hongkong hongkonger ilovehk ilovehongkong kowloon mongkok shatin tuenmun causewaybay central victoria lionrock
octopus mtr dimsum milktea charsiu ngau cha siu bao yumcha loveu lovehk cantonese chinese mandarin
woaini woaiwo woaiziji aini wodeai aiwojia nihao nihaoma zhongguo xiexie mima caonima feichang gongxi facai
gongheifatchoy kungheifatchoy loginhk lau chan cheung wong leung lee lam cheng ho ng yeung tang tsang kwok yip tsui
chow fung mak yuen siu kwan wan luk poon law tam fong hui lo tse choi hung chiu kan kwong tong yu kong tsoi
sam david peter john johnny michael mike mikey daniel danny james jimmy robert robbie bobby william billy willie
thomas tommy richard charles charlie joseph joey christopher chris christian matthew matt anthony tony mark marcus
donald steven stephen steve paul andrew andy joshua josh kenneth kenny ken kevin brian george edward eddie ronald
ronnie timothy tim jason jeffrey jeff ryan jacob jake gary nicholas nick nicolas eric jonathan justin scott brandon
benjamin ben samuel sammy gregory greg frank frankie alexander alex alexis patrick raymond ray jack jackson jackie
dennis jerry tyler aaron jose jesus adam nathan henry harry zachary douglas kyle noah ethan jeremy walter keith
austin sean roger terry gerald carl dylan bruce brucelee jordan vincent vince louis leo leon oscar victor felix simon
kelvin calvin alan allen alvin dickson edison eason gordon ivan jacky jackychan jackychan kelly ricky ronny wilson
winson winston anson hinson samson jayden aiden aidan lucas logan mason oliver liam owen gabriel isaac angel carlos
mary maria marie patricia pat jennifer jenny linda elizabeth liz lizzie barbara susan suzy jessica jessie sarah sara
karen nancy lisa betty margaret sandra ashley kimberly kim emily emma donna michelle carol amanda melissa deborah
stephanie rebecca becky laura sharon cynthia kathleen amy shirley angela helen anna annie ann brenda pamela nicole
samantha katherine kathy kate katie christine christina tina debra rachel catherine cathy carolyn janet ruth heather
diane virginia julie julia joyce victoria olivia lauren joan evelyn judith megan cheryl andrea hannah jacqueline
martha gloria teresa ann sophia sophie frances alice abigail grace denise amber doris marilyn danielle beverly
isabella isabel theresa diana natalie brittany britney charlotte chloe zoe mia ava lily vivian vivien winnie wendy
yuki cherry fiona gigi carmen carrie candy cindy coco eva ivy iris irene ivana janice jasmine joanne karina kiki kitty
mandy maggie mimi miki miko momo nana peggy penny phoebe polly priscilla queenie rita rosanna sally stella tracy
valerie yoyo yvonne hayley hailey sabrina serena selina monica tiffany bianca barbie brandy bailey buster chester
cooper duke jasper lucky max maxwell molly oreo oscar patches pepper precious rocky rusty sasha scooter shelby simba
snickers sparky spike toby zoey
trustno whatever blahblah fuckyou fuckoff fuckme fuck asshole bitch shit bullshit bastard biteme sexy sexygirl sex
hottie hotgirl hotboy hot pussy dick boobs porn playboy badboy badgirl goodboy goodgirl bigdaddy bigboy littlegirl
gangster gangsta thuglife mafia scarface godfather godzilla kingkong tarzan bond jamesbond agent matrix maverick
mustang nascar corona genius einstein newton darwin mozart picasso leonardo shakespeare cleopatra caesar spartacus
achilles hercules apollo athena zeus thor odin loki freya isis osiris
asdf asdfasdf asdfghjk asdfgh asd qwe qwer qwert qwerty qwertyui qwertyuiop zxc zxcv zxcvb zxcvbn zxcvbnm azerty
qazwsx qazwsxedc qaz qweasd qweasdzxc qweqwe asdasd zxczxc abc abcd abcde abcdef abcdefg abcdefgh abcabc xyz aaa aaaa
bbb ccc xxx xxxx zzz one two three onetwo onetwothree onetwothreefour hundred thousand number numberone first
alpha beta gamma delta omega sigma tango foxtrot victor zulu bravo charlie echo
radio music channel station broadcast podcast listen listener listenup
`;

/** Letters only, in lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
