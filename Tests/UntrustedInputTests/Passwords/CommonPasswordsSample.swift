/// 400 passwords of the list that the filter was made from, one of each 75 by frequency: those without an obscene word.
/// Source: password list of the zxcvbn package 4.5.0 (MIT licence).
enum CommonPasswordsSample {
  static let all = text.split { $0.isWhitespace }.map(String.init)

  private static let text = """
    123456 corvette nikita 123456a trouble private drowssap vfhbyf chopper alpha darkstar bubble piglet asdfghj colors
    bluesky faster gn56gn56 thunder1 123098 bonjour 102938 raiders1 pancho kingpin budman steve1 hustler rovers
    junebug midget 332211 floppy budweise gargoyle bayern paintball boricua starman jaybird pacers dfcbkbq pothead
    badman heater wraith monkey12 nanook pharmacy sporty mihail fishin spongebo 02091980 hewlett krasotka solitude
    nirvana1 goten irishka 09051945 28011987 chelse 16121987 mopar 02041978 peppe nevets sheepdog 111777 skateboard
    bleach comein bungle cannibal snicker 1234rewq malish begemot hores tammy1 kcchiefs culinary arsena notnow mongo
    pizzahut raymond1 qian darian valleywa eagle2 1009 rjcvjc justinbieber 11001001 fhvfutljy 12345123 shinji csyekz
    morozova rapunzel redwall capital1 peanu cneltyn jakester rickster southside 777000 albert1 catdaddy holdem
    cueball soccer13 butchy bootleg toyota1 01478520 cipher anduril luckyman vergeten flapper billiard katharin
    destroye kochamcie raisin flhtyfkby sweet16 interex lfhbyf blade2 chewbacca windstar whkzyc bungie nodoubt mollys
    king123 1111aaaa 123123123q fresca ashley12 travelle baby1 abulafia gateways q8zo8wzq selen juggs 08522580 bmw325i
    upnfmc trotsky 111111aa pollito gtkmvtyb beasty alpha06 dribble 124578963 accessno pxx3eftp crowes andre123 luft4
    juninho pullings smiley1 rhfcysq hobbes1 sleuth oneway 999111999q kingsx kristinka super2 salavat olamide pzaiu8
    mexicano yasmina cvtifhbrb fredi lbhtrnjh davido chubby1 magica 2b8riedt maiden1 snapper1 metros darrian mitsubis
    stanly 247365 psalm23 foothill oakland1 pimmel p3e85tr iaapptfcor pavell mikola 00001 ajtdmw qwerty321 steels
    supermanboy cannondale chaka alukard firefly1 voodoo2 oldsmobile radost good1 redstone ptbdhw kqigb7 nurbol bigjay
    shaheen kanker monamour leetch banana12 dirtball pirrello tort02 fcbarcelona 123456aaa voldemar dtnfkm master5
    harriso 83y6pv volgograd chipster loshara simba123 doedel orange3 seeyou avocado trythis yesman talisker earwig
    testing2 flashbac booya pelus bunko18 harold1 track1 tiziana woodwind skyhook avrillavigne likewhoa sunghi aztec1
    kostyan 1qasw23ed c12345 carlsberg a121212 gblfhfc henry123 vorobey dannyb jmol01 appletre playgolf spycam anatole
    8928190a rock12 klapaucius keyman zero00 alabama123 snowie jlbyjxtcndj masha1998 queenb superjet chicco22 panther5
    sonshine tanusha willie12 dennys snoppy simba2 ssgoku chewbaca 9noize9 nicegirl 8363eddy mickey7 cnhtkjr rugby2
    phatboy 19955991 tattoo1 brucie 123321w 2i5fdruv thiago thekids topten 2much4u 1ladybug denny1 cbhtym washear
    cascada heckfyf avr7000 psych0 tinti nokiaa tarawa xbox36 maywood mario12 jamesw krimml villevalo udders tnt123
    buster123 zwezda sukkel snaggle summer13 steve22 wewiz looking4 mother12 grizzlie birthday2 partner1 paraiso
    fifa2011 nuggets1 shopping1 lisica jawa350 katiebug eintritt 50000 sigge1 diamond0 gandalf7 artem1992 forzaroma
    maraca 13467985 newblood lbvekmrf toeman scully1 syndicat greatman play2win trafalga aguil souths adonis1 five55
    1357924 potapov magichat maryjan hanako prostreet frodo2 cowboys0 bushwack freakboy amazon1 vitalogy energy12
    norwest chris24 119955 goose5 miatamx5 technici tomuch autopas1 meteoro promo1 daniel10 stokecit
    """
}
